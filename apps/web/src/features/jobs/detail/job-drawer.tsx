import { JOB_ACTS, type JobAct, type JobDetail, type JobItem, type JobLogTail } from "@dailies/contract";
import { useQuery } from "@tanstack/react-query";
import { Button } from "antd";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { clusterJobAddress, serviceAddress } from "../../../lib/paths.ts";
import { Detail } from "../../../ui/detail.tsx";
import { StatusTag } from "../../../ui/feedback/status-tag.tsx";
import { LinkButton } from "../../../ui/link-button.tsx";
import { Mono } from "../../../ui/mono.tsx";
import { Time } from "../../../ui/time.tsx";
import type { useDetailParam } from "../../../ui/use-detail-param.ts";
import { JobAge, JobDuration, JobState, STATUS_TONES } from "../job-state.tsx";
import styles from "../jobs.module.css";
import { jobQuery } from "../jobs.queries.ts";
import { Execution } from "./execution.tsx";

interface JobDrawerProps {
  rows: readonly JobItem[];
  detail: ReturnType<typeof useDetailParam>;
  onAct: (act: JobAct, job: JobItem) => void;
}

/** One job in full. Its id is in the URL, so that a link opens it from anywhere. */
export const JobDrawer = ({ rows, detail, onAct }: JobDrawerProps) => {
  const { t } = useTranslation();
  const id = detail.openId ?? "";
  const at = rows.findIndex((row) => row.id === id);
  const { data, error, isPending, refetch } = useQuery(jobQuery(id));
  const step = (by: number): (() => void) | undefined => {
    const next = at < 0 ? undefined : rows[at + by];
    return next && (() => detail.move(next.id));
  };
  const job = data?.job;
  return (
    <Detail
      isOpen
      title={job ? job.title || t(`jobs.kinds.${job.kind}`) : t("jobs.detail.title")}
      onClose={detail.close}
      onPrevious={step(-1)}
      onNext={step(1)}
      position={at < 0 ? undefined : { index: at + 1, total: rows.length }}
      isLoading={isPending}
      error={data ? undefined : error}
      onRetry={() => void refetch()}
      footer={job && <Acts job={job} onAct={onAct} />}
      widthPx={680}
    >
      {data ? <Body detail={data} /> : null}
    </Detail>
  );
};

/** Where the job has a page of its own; elsewhere its kind has a list only. */
const pageOf = ({ kind, id, subject_id: subject }: JobItem): string | undefined => {
  if (subject === null) return undefined;
  if (kind === "cluster_job") return clusterJobAddress(subject, id);
  return kind === "service_deploy" ? serviceAddress(subject) : undefined;
};

const Acts = ({ job, onAct }: { job: JobItem; onAct: JobDrawerProps["onAct"] }) => {
  const { t } = useTranslation();
  const page = pageOf(job);
  return (
    <div className={styles.acts}>
      {job.acts.length === 0 ? <span className={styles.quiet}>{t("jobs.detail.noActs")}</span> : null}
      {page === undefined ? null : <LinkButton to={page}>{t("jobs.detail.page")}</LinkButton>}
      {JOB_ACTS.filter((act) => job.acts.includes(act)).map((act) => (
        <Button key={act} danger={act === "cancel"} onClick={() => onAct(act, job)}>
          {t(`jobs.acts.${act}`)}
        </Button>
      ))}
    </div>
  );
};

const Part = ({ title, children }: { title: string; children: ReactNode }) => (
  <section className={styles.part}>
    <h3 className={styles.partTitle}>{title}</h3>
    {children}
  </section>
);

const Body = ({ detail }: { detail: JobDetail }) => {
  const { t } = useTranslation();
  const { job, timeline, payload, execution, log } = detail;
  return (
    <div className={styles.body}>
      {job.last_error === null ? null : <p className={styles.error}>{job.last_error}</p>}
      <Facts job={job} />
      <Part title={t("jobs.detail.timeline")}>
        <Timeline steps={timeline} />
      </Part>
      {execution === null ? null : (
        <Part title={t("jobs.detail.execution")}>
          <Execution execution={execution} isLive={job.finished_at === null} />
        </Part>
      )}
      {log === null ? null : (
        <Part title={t("jobs.detail.log")}>
          <LogTail log={log} />
        </Part>
      )}
      <Part title={t("jobs.detail.payload")}>
        {Object.keys(payload).length === 0 ? (
          <p className={styles.quiet}>{t("jobs.detail.noPayload")}</p>
        ) : (
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling area must be reachable by keyboard.
          <pre className={styles.payload} tabIndex={0}>
            {JSON.stringify(payload, null, 2)}
          </pre>
        )}
      </Part>
    </div>
  );
};

const LogTail = ({ log }: { log: JobLogTail }) => {
  const { t } = useTranslation();
  return (
    <>
      <p className={styles.quiet}>
        {t(log.is_whole ? "jobs.detail.logWhole" : "jobs.detail.logEnd")} <Time at={log.read_at} />
      </p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling area must be reachable by keyboard. */}
      <pre className={styles.payload} tabIndex={0}>
        {log.lines.join("\n")}
      </pre>
    </>
  );
};

const Facts = ({ job }: { job: JobItem }) => {
  const { t } = useTranslation();
  const lines: readonly (readonly [string, ReactNode])[] = [
    [t("jobs.columns.status"), <JobState key="status" job={job} />],
    [t("jobs.columns.kind"), t(`jobs.kinds.${job.kind}`)],
    [t("jobs.columns.owner"), job.owner ?? t("jobs.system")],
    [t("jobs.columns.created"), <Time key="created" at={job.created_at} />],
    [t("jobs.columns.age"), <JobAge key="age" job={job} />],
    [t("jobs.columns.duration"), <JobDuration key="duration" job={job} />],
    [t("jobs.columns.attempts"), job.attempts],
    [t("jobs.columns.id"), <Mono key="id" value={job.id} />],
    [t("jobs.columns.subject"), job.subject_id === null ? "–" : <Mono key="subject" value={job.subject_id} />],
  ];
  return (
    <dl className={styles.facts}>
      {lines.map(([label, value]) => (
        <div key={label} className={styles.fact}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
};

const Timeline = ({ steps }: { steps: JobDetail["timeline"] }) => {
  const { t } = useTranslation();
  return (
    <ol className={styles.timeline}>
      {steps.map(({ at, status, error }) => (
        <li key={`${at}-${status}-${error ?? ""}`}>
          <Time at={at} />
          <StatusTag tone={STATUS_TONES[status]}>{t(`jobs.statuses.${status}`)}</StatusTag>
          {error === null ? null : <span className={styles.quiet}>{error}</span>}
        </li>
      ))}
    </ol>
  );
};
