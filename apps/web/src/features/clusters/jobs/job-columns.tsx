import type { ClusterJob } from "@dailies/contract";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import type { Column } from "../../../ui/data-table/types.ts";
import { ProgressTrack } from "../../../ui/feedback/progress-track.tsx";
import { StatusTag } from "../../../ui/feedback/status-tag.tsx";
import { formatDuration, formatNumber } from "../../../ui/format.ts";
import { Mono } from "../../../ui/mono.tsx";
import { Time } from "../../../ui/time.tsx";
import { useNow } from "../../../ui/use-now.ts";
import styles from "../clusters.module.css";
import { JOB_TONES, jobAgeMs } from "../clusters.rules.ts";

const Age = ({ job }: { job: ClusterJob }) => {
  const { t } = useTranslation();
  const ms = jobAgeMs(job, useNow());
  return ms === undefined ? <span className={styles.quiet}>{t("clusters.none")}</span> : formatDuration(ms);
};

export const JobStatus = ({ job }: { job: ClusterJob }) => {
  const { t } = useTranslation();
  const isStopping = job.stop_asked_at !== null && job.ended_at === null;
  return (
    <StatusTag tone={isStopping ? "warning" : JOB_TONES[job.status]}>
      {isStopping ? t("clusters.job.stopping") : t(`clusters.jobStatus.${job.status}`)}
    </StatusTag>
  );
};

const JobProgress = ({ job }: { job: ClusterJob }) => {
  const { t } = useTranslation();
  if (job.progress === null) return <span className={styles.quiet}>{t("clusters.none")}</span>;
  const { done, total } = job.progress;
  return (
    <span className={styles.progress}>
      <ProgressTrack label={t("clusters.job.progressOf", { name: job.key })} done={done} total={total} widthPx={48} />
      <span className="ds-number">{t("clusters.card.ofTotal", { used: String(done), total: String(total) })}</span>
    </span>
  );
};

export const useJobColumns = (kind: "running" | "recent"): Column<ClusterJob>[] => {
  const { t, i18n } = useTranslation();
  const { language } = i18n;
  return useMemo(() => {
    const none = <span className={styles.quiet}>{t("clusters.none")}</span>;
    const columns: (Column<ClusterJob> & { only?: "running" | "recent" })[] = [
      {
        key: "key",
        title: t("clusters.job.key"),
        widthPx: 190,
        isFixed: true,
        render: ({ key }) => <Mono value={key} />,
      },
      { key: "status", title: t("clusters.job.status"), widthPx: 110, render: (job) => <JobStatus job={job} /> },
      {
        key: "entrypoint",
        title: t("clusters.job.entrypoint"),
        widthPx: 260,
        render: ({ entrypoint }) => <Mono value={entrypoint} shownCharacters={80} />,
      },
      { key: "owner", title: t("clusters.job.owner"), widthPx: 90, render: ({ owner }) => owner ?? none },
      { key: "age", title: t("clusters.job.age"), widthPx: 90, isNumeric: true, render: (job) => <Age job={job} /> },
      {
        key: "gpus",
        title: t("clusters.resource.gpu"),
        widthPx: 60,
        isNumeric: true,
        render: ({ gpus }) => (gpus === null ? none : formatNumber(gpus, language)),
      },
      {
        key: "progress",
        title: t("clusters.job.progress"),
        widthPx: 130,
        only: "running",
        render: (job) => <JobProgress job={job} />,
      },
      {
        key: "ended",
        title: t("clusters.job.ended"),
        widthPx: 110,
        only: "recent",
        render: ({ ended_at }) => (ended_at === null ? none : <Time at={ended_at} />),
      },
      { key: "type", title: t("clusters.job.type"), widthPx: 100, render: ({ type }) => t(`clusters.jobType.${type}`) },
    ];
    return columns.filter(({ only }) => only === undefined || only === kind);
  }, [t, language, kind]);
};
