import type { JobQueueState } from "@dailies/contract";
import { useMutation, useQuery } from "@tanstack/react-query";
import { Button, Input } from "antd";
import { type FormEvent, useId, useState } from "react";
import { useTranslation } from "react-i18next";
import { jobsCalls } from "../../../lib/api/clients/jobs.ts";
import { ErrorPanel } from "../../../ui/feedback/error-panel.tsx";
import { Skeleton } from "../../../ui/feedback/skeleton.tsx";
import { StatusTag } from "../../../ui/feedback/status-tag.tsx";
import { FormDialog } from "../../../ui/form/form-dialog.tsx";
import { formatCount } from "../../../ui/format.ts";
import { Time } from "../../../ui/time.tsx";
import styles from "../jobs.module.css";
import { queuesQuery, useRenewJobs } from "../jobs.queries.ts";

/** Which kinds of work are held back, by whom and why; each can be paused and resumed with a reason. */
export const QueuesDialog = ({ onClose }: { onClose: () => void }) => {
  const { t } = useTranslation();
  const { data, error, refetch } = useQuery(queuesQuery);
  const [chosen, setChosen] = useState<JobQueueState>();
  return (
    <FormDialog title={t("jobs.queues.title")} widthPx={720} onClose={onClose}>
      <div className={styles.dialog}>
        <p className={styles.quiet}>{t("jobs.queues.hint")}</p>
        {error && !data ? <ErrorPanel error={error} onRetry={() => void refetch()} /> : null}
        {data || error ? null : <Skeleton rows={8} />}
        {chosen ? <PauseForm queue={chosen} onDone={() => setChosen(undefined)} /> : null}
        {data ? (
          <ul className={styles.queues} aria-label={t("jobs.queues.title")}>
            {data.items.map((queue) => (
              <QueueLine key={queue.queue} queue={queue} onChoose={() => setChosen(queue)} />
            ))}
          </ul>
        ) : null}
      </div>
    </FormDialog>
  );
};

const QueueLine = ({ queue, onChoose }: { queue: JobQueueState; onChoose: () => void }) => {
  const { t, i18n } = useTranslation();
  const { paused, waiting, oldest_at } = queue;
  const name = t(`jobs.kinds.${queue.queue}`);
  return (
    <li>
      <span className={styles.queueName}>{name}</span>
      <span className={styles.queueState}>
        {paused === null ? (
          <StatusTag tone="success">{t("jobs.queues.open")}</StatusTag>
        ) : (
          <>
            <StatusTag tone="warning">{t("jobs.queues.paused")}</StatusTag>
            <span className={styles.quiet}>
              {paused.by}, <Time at={paused.at} />: {paused.reason}
            </span>
          </>
        )}
        {waiting === 0 ? null : (
          <span>
            {t("jobs.queues.waiting", { shown: formatCount(waiting, i18n.language) })}{" "}
            {oldest_at === null ? null : <Time at={oldest_at} />}
          </span>
        )}
      </span>
      <Button
        size="small"
        aria-label={t(paused === null ? "jobs.queues.pauseOne" : "jobs.queues.resumeOne", { name })}
        onClick={onChoose}
      >
        {t(paused === null ? "jobs.queues.pause" : "jobs.queues.resume")}
      </Button>
    </li>
  );
};

const MIN_REASON = 5;

const PauseForm = ({ queue, onDone }: { queue: JobQueueState; onDone: () => void }) => {
  const { t } = useTranslation();
  const renew = useRenewJobs();
  const fieldId = useId();
  const [reason, setReason] = useState("");
  const isPaused = queue.paused === null;
  const act = useMutation({
    mutationFn: () =>
      jobsCalls.pauseJobQueue({ body: { queue: queue.queue, is_paused: isPaused, reason: reason.trim() } }),
    onSuccess: async () => {
      await renew();
      onDone();
    },
  });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    act.mutate();
  };
  const name = t(`jobs.kinds.${queue.queue}`);
  return (
    <form className={styles.pause} onSubmit={submit}>
      <label htmlFor={fieldId}>{t(isPaused ? "jobs.queues.pauseOne" : "jobs.queues.resumeOne", { name })}</label>
      <Input
        id={fieldId}
        autoFocus
        maxLength={500}
        placeholder={t("jobs.queues.reason")}
        value={reason}
        onChange={(event) => setReason(event.target.value)}
      />
      <div className={styles.buttons}>
        <Button onClick={onDone}>{t("ui.cancel")}</Button>
        <Button type="primary" htmlType="submit" disabled={reason.trim().length < MIN_REASON} loading={act.isPending}>
          {t(isPaused ? "jobs.queues.pause" : "jobs.queues.resume")}
        </Button>
      </div>
    </form>
  );
};
