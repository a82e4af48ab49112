import { useQuery } from "@tanstack/react-query";
import { Button } from "antd";
import { useTranslation } from "react-i18next";
import { EmptyState } from "../../../ui/feedback/empty-state.tsx";
import { ErrorPanel } from "../../../ui/feedback/error-panel.tsx";
import { Skeleton } from "../../../ui/feedback/skeleton.tsx";
import { FormDialog } from "../../../ui/form/form-dialog.tsx";
import { Time } from "../../../ui/time.tsx";
import styles from "../jobs.module.css";
import { stuckJobsQuery } from "../jobs.queries.ts";

interface StuckDialogProps {
  onOpen: (id: string) => void;
  onClose: () => void;
}

/** Unfinished jobs that will not go on by themselves, with what the workflow engine says about each. */
export const StuckDialog = ({ onOpen, onClose }: StuckDialogProps) => {
  const { t } = useTranslation();
  const { data, error, refetch, isFetching } = useQuery(stuckJobsQuery);
  return (
    <FormDialog title={t("jobs.stuck.title")} widthPx={720} onClose={onClose}>
      <div className={styles.dialog}>
        {error && !data ? <ErrorPanel error={error} onRetry={() => void refetch()} /> : null}
        {data || error ? null : <Skeleton rows={5} />}
        {data ? (
          <>
            <p className={styles.quiet}>{t("jobs.stuck.lookedAt", { count: data.looked_at })}</p>
            {data.is_complete ? null : <p className={styles.error}>{t("jobs.stuck.incomplete")}</p>}
            {data.items.length === 0 ? (
              <EmptyState title={t("jobs.stuck.none")}>{t("jobs.stuck.noneHint")}</EmptyState>
            ) : (
              <ul className={styles.queues} aria-label={t("jobs.stuck.title")}>
                {data.items.map(({ job, reason, attempts, error: problem }) => (
                  <li key={job.id}>
                    <button type="button" className={styles.link} onClick={() => onOpen(job.id)}>
                      {job.title || t(`jobs.kinds.${job.kind}`)}
                    </button>
                    <span className={styles.queueState}>
                      <span>{t(`jobs.stuck.reasons.${reason}`, { count: attempts })}</span>
                      <span className={styles.quiet}>
                        {t(`jobs.kinds.${job.kind}`)}, <Time at={job.created_at} />
                      </span>
                      {problem === null ? null : <span className={styles.quiet}>{problem}</span>}
                    </span>
                  </li>
                ))}
              </ul>
            )}
            <div className={styles.buttons}>
              <Button loading={isFetching} onClick={() => void refetch()}>
                {t("jobs.stuck.again")}
              </Button>
            </div>
          </>
        ) : null}
      </div>
    </FormDialog>
  );
};
