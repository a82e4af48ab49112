import type { JobItem, JobStatus } from "@dailies/contract";
import { useTranslation } from "react-i18next";
import { StatusTag, type StatusTone } from "../../ui/feedback/status-tag.tsx";
import { formatDuration } from "../../ui/format.ts";
import { useNow } from "../../ui/use-now.ts";
import styles from "./jobs.module.css";

export const STATUS_TONES: Readonly<Record<JobStatus, StatusTone>> = {
  Waiting: "neutral",
  Running: "info",
  Finished: "success",
  Failed: "error",
  Cancelled: "warning",
};

/** The status, and whether somebody has retried it since. */
export const JobState = ({ job }: { job: JobItem }) => {
  const { t } = useTranslation();
  return (
    <span className={styles.state}>
      <StatusTag tone={STATUS_TONES[job.status]}>{t(`jobs.statuses.${job.status}`)}</StatusTag>
      {job.retried_at === null ? null : <span className={styles.quiet}>{t("jobs.retried")}</span>}
    </span>
  );
};

/** From the creation on, until now. */
export const JobAge = ({ job }: { job: JobItem }) => formatDuration(Math.max(0, useNow() - Date.parse(job.created_at)));

/** How long it ran, or runs; without a start, from its creation to its end. */
export const JobDuration = ({ job }: { job: JobItem }) => {
  const nowMs = useNow();
  if (job.status === "Waiting") return <span className={styles.quiet}>–</span>;
  const endMs = job.finished_at === null ? nowMs : Date.parse(job.finished_at);
  return formatDuration(Math.max(0, endMs - Date.parse(job.started_at ?? job.created_at)));
};
