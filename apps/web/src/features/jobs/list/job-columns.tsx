import type { JobItem } from "@dailies/contract";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import type { Column } from "../../../ui/data-table/types.ts";
import { Mono } from "../../../ui/mono.tsx";
import { Time } from "../../../ui/time.tsx";
import { JobAge, JobDuration, JobState } from "../job-state.tsx";
import styles from "../jobs.module.css";

const None = () => <span className={styles.quiet}>–</span>;

const useTimeColumns = (): Column<JobItem>[] => {
  const { t } = useTranslation();
  return useMemo(
    () => [
      { key: "age", title: t("jobs.columns.age"), widthPx: 84, isNumeric: true, render: (job) => <JobAge job={job} /> },
      {
        key: "duration",
        title: t("jobs.columns.duration"),
        widthPx: 84,
        isNumeric: true,
        render: (job) => <JobDuration job={job} />,
      },
      {
        key: "attempts",
        title: t("jobs.columns.attempts"),
        widthPx: 76,
        isNumeric: true,
        render: ({ attempts }) => attempts,
      },
      {
        key: "next",
        title: t("jobs.columns.next"),
        widthPx: 96,
        render: ({ next_run_at: next }) => (next === null ? <None /> : <Time at={next} />),
      },
      {
        key: "created",
        title: t("jobs.columns.created"),
        widthPx: 104,
        isExtra: true,
        render: ({ created_at }) => <Time at={created_at} />,
      },
    ],
    [t],
  );
};

export const useJobColumns = (): Column<JobItem>[] => {
  const { t } = useTranslation();
  const times = useTimeColumns();
  return useMemo(
    () => [
      {
        key: "title",
        title: t("jobs.columns.title"),
        widthPx: 230,
        isFixed: true,
        render: ({ title, id }) => <span title={title}>{title || id}</span>,
      },
      { key: "kind", title: t("jobs.columns.kind"), widthPx: 150, render: ({ kind }) => t(`jobs.kinds.${kind}`) },
      { key: "status", title: t("jobs.columns.status"), widthPx: 150, render: (job) => <JobState job={job} /> },
      {
        key: "owner",
        title: t("jobs.columns.owner"),
        widthPx: 96,
        render: ({ owner }) => owner ?? <span className={styles.quiet}>{t("jobs.system")}</span>,
      },
      ...times,
      {
        key: "error",
        title: t("jobs.columns.error"),
        widthPx: 220,
        render: ({ last_error: error }) => (error === null ? <None /> : <span title={error}>{error}</span>),
      },
      { key: "id", title: t("jobs.columns.id"), widthPx: 160, isExtra: true, render: ({ id }) => <Mono value={id} /> },
    ],
    [t, times],
  );
};
