import type { ClusterJobDetail } from "@dailies/contract";
import { useQuery } from "@tanstack/react-query";
import { Button } from "antd";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Detail } from "../../../ui/detail.tsx";
import { Confirm } from "../../../ui/feedback/confirm.tsx";
import { formatDuration, formatNumber } from "../../../ui/format.ts";
import { Mono } from "../../../ui/mono.tsx";
import { Time } from "../../../ui/time.tsx";
import { useNow } from "../../../ui/use-now.ts";
import { jobQuery, useStopJob } from "../clusters.queries.ts";
import { jobAgeMs } from "../clusters.rules.ts";
import { JobStatus } from "../jobs/job-columns.tsx";
import { LogView } from "../log/log-view.tsx";
import { Facts } from "./facts.tsx";
import styles from "./job.module.css";
import { JobFailure } from "./job-failure.tsx";
import { PipelineView } from "./pipeline-view.tsx";

interface JobDrawerProps {
  id: string;
  onClose: () => void;
}

/** One job: what it runs, how it goes or why it failed, its Ray Data pipelines and the end of its log. */
export const JobDrawer = ({ id, onClose }: JobDrawerProps) => {
  const { t } = useTranslation();
  const job = useQuery(jobQuery(id));
  return (
    <Detail
      isOpen
      widthPx={820}
      title={job.data?.key ?? t("clusters.job.title")}
      onClose={onClose}
      isLoading={job.isPending}
      error={job.data ? undefined : job.error}
      onRetry={() => void job.refetch()}
      footer={job.data ? <StopJob job={job.data} /> : undefined}
    >
      {job.data ? <JobBody job={job.data} /> : null}
    </Detail>
  );
};

const JobBody = ({ job }: { job: ClusterJobDetail }) => {
  const { t } = useTranslation();
  return (
    <div className={styles.body}>
      <JobFacts job={job} />
      {job.gone_at === null ? null : (
        <p className={styles.note}>
          {t("clusters.job.gone")} <Time at={job.gone_at} />
        </p>
      )}
      {job.status === "FAILED" || job.status === "LOST" ? <JobFailure job={job} /> : <JobMessage job={job} />}
      {job.pipelines.length === 0 ? null : (
        <section aria-labelledby="job-pipelines">
          <h3 id="job-pipelines" className={styles.heading}>
            {t("clusters.pipeline.title")}
            {job.pipelines_at === null ? null : (
              <span className={styles.age}>
                {t("clusters.log.read")} <Time at={job.pipelines_at} />
              </span>
            )}
          </h3>
          {job.pipelines.map((pipeline) => (
            <PipelineView key={pipeline.dataset} pipeline={pipeline} />
          ))}
        </section>
      )}
      <section aria-labelledby="job-log">
        <h3 id="job-log" className={styles.heading}>
          {t("clusters.log.title")}
        </h3>
        {job.type === "SUBMISSION" ? (
          <LogView jobId={job.id} jobKey={job.key} isRunning={job.status === "RUNNING" && job.gone_at === null} />
        ) : null}
        {job.type === "DRIVER" ? <p className={styles.quiet}>{t("clusters.log.driver")}</p> : null}
        {job.type === "RAYJOB" ? <p className={styles.quiet}>{t("clusters.log.rayJob")}</p> : null}
      </section>
    </div>
  );
};

/** The operator of KubeRay also says how far a job is that has not failed. */
const JobMessage = ({ job }: { job: ClusterJobDetail }) =>
  job.type === "RAYJOB" && job.message !== null ? <p className={styles.message}>{job.message}</p> : null;

const JobFacts = ({ job }: { job: ClusterJobDetail }) => {
  const { t, i18n } = useTranslation();
  const ageMs = jobAgeMs(job, useNow());
  const metadata = Object.entries(job.metadata);
  const rows = [
    { name: t("clusters.job.status"), value: <JobStatus job={job} /> },
    {
      name: t("clusters.job.entrypoint"),
      value: <Mono value={job.entrypoint} copyAs={t("clusters.job.entrypoint")} />,
    },
    { name: t("clusters.job.cluster"), value: job.cluster_name },
    { name: t("clusters.job.type"), value: t(`clusters.jobType.${job.type}`) },
    { name: t("clusters.job.owner"), value: job.owner ?? t("clusters.job.noOwner") },
    { name: t("clusters.job.started"), value: job.started_at && <Time at={job.started_at} /> },
    { name: t("clusters.job.age"), value: ageMs === undefined ? null : formatDuration(ageMs) },
    { name: t("clusters.resource.gpu"), value: job.gpus === null ? null : formatNumber(job.gpus, i18n.language) },
    { name: t("clusters.job.driver"), value: job.driver_job_id && <Mono value={job.driver_job_id} /> },
    {
      name: t("clusters.job.metadata"),
      value: metadata.length === 0 ? null : metadata.map(([key, value]) => `${key}: ${value}`).join(" · "),
    },
  ];
  return <Facts rows={rows} />;
};

/** Why a job cannot be stopped is said where its button would be. */
const stopRefusal = (job: ClusterJobDetail): "ended" | "driver" | "rayJob" | "notOwner" | undefined => {
  if (job.may_stop) return undefined;
  if (job.ended_at !== null) return "ended";
  if (job.type === "RAYJOB") return "rayJob";
  return job.type === "DRIVER" ? "driver" : "notOwner";
};

const StopJob = ({ job }: { job: ClusterJobDetail }) => {
  const { t } = useTranslation();
  const [isAsking, setIsAsking] = useState(false);
  const { mutateAsync } = useStopJob(job.id);
  const refusal = stopRefusal(job);
  if (refusal === "ended") return null;
  return (
    <div className={styles.foot}>
      {job.stop_asked_at === null ? null : (
        <p className={styles.note}>
          {t("clusters.stop.asked", { by: job.stop_asked_by ?? "" })} <Time at={job.stop_asked_at} />
        </p>
      )}
      {refusal ? <p className={styles.quiet}>{t(`clusters.stop.${refusal}`)}</p> : null}
      <Button danger disabled={refusal !== undefined} onClick={() => setIsAsking(true)}>
        {t("clusters.stop.action")}
      </Button>
      <Confirm
        isOpen={isAsking}
        isDangerous
        title={t("clusters.stop.title", { name: job.key })}
        effect={t("clusters.stop.effect")}
        action={t("clusters.stop.action")}
        {...(job.is_stop_typed && { typedName: job.key })}
        onConfirm={() => mutateAsync(job.is_stop_typed ? { typed_name: job.key } : {})}
        onClose={() => setIsAsking(false)}
      />
    </div>
  );
};
