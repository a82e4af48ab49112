import type { ActCount, JobAct, JobActReply } from "@dailies/contract";
import { useQuery } from "@tanstack/react-query";
import { Button } from "antd";
import { useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { jobsCalls } from "../../../lib/api/clients/jobs.ts";
import { ErrorPanel } from "../../../ui/feedback/error-panel.tsx";
import { Progress } from "../../../ui/feedback/progress.tsx";
import { Skeleton } from "../../../ui/feedback/skeleton.tsx";
import { FormDialog } from "../../../ui/form/form-dialog.tsx";
import { formatCount } from "../../../ui/format.ts";
import styles from "../jobs.module.css";
import { actCountQuery, type SearchedJobs, useRenewJobs } from "../jobs.queries.ts";

interface ActDialogProps {
  act: JobAct;
  filter: SearchedJobs;
  ids?: string[];
  onClose: () => void;
}

interface ActRun {
  state: "running" | "done" | "failed" | "cancelled";
  done: number;
  refused: JobActReply["refused"];
  error?: unknown;
}

const addRefused = (before: JobActReply["refused"], more: JobActReply["refused"]): JobActReply["refused"] => {
  const sums = new Map(before.map(({ reason, jobs }) => [reason, jobs]));
  for (const { reason, jobs } of more) sums.set(reason, (sums.get(reason) ?? 0) + jobs);
  return [...sums].map(([reason, jobs]) => ({ reason, jobs }));
};

/** Runs the act batch by batch, so that it can be stopped in between and shows how far it is. */
const useActRun = ({ act, filter, ids }: ActDialogProps) => {
  const renew = useRenewJobs();
  const isStopped = useRef(false);
  const [run, setRun] = useState<ActRun>();
  const start = async (counted_at: string): Promise<void> => {
    const send = act === "retry" ? jobsCalls.retryJobs : jobsCalls.cancelJobs;
    let soFar: ActRun = { state: "running", done: 0, refused: [] };
    let cursor: string | undefined;
    setRun(soFar);
    try {
      do {
        const reply = await send({ body: { filter, ...(ids && { ids }), counted_at, ...(cursor && { cursor }) } });
        soFar = { ...soFar, done: soFar.done + reply.done, refused: addRefused(soFar.refused, reply.refused) };
        setRun(soFar);
        cursor = reply.next_cursor ?? undefined;
      } while (cursor !== undefined && !isStopped.current);
      setRun({ ...soFar, state: isStopped.current && cursor !== undefined ? "cancelled" : "done" });
    } catch (error) {
      setRun({ ...soFar, state: "failed", error });
    }
    await renew();
  };
  return { run, start, stop: () => (isStopped.current = true) };
};

/** Says how many jobs an act is for before it does anything, and afterwards what the features refused. */
export const ActDialog = (props: ActDialogProps) => {
  const { act, filter, ids, onClose } = props;
  const { t } = useTranslation();
  const count = useQuery(actCountQuery({ filter, ...(ids && { ids }) }));
  const { run, start, stop } = useActRun(props);
  const isBusy = run?.state === "running";
  return (
    <FormDialog title={t(`jobs.acts.${act}Title`)} isBusy={isBusy} onClose={onClose}>
      {(close) => (
        <div className={styles.dialog}>
          {count.error && !count.data ? <ErrorPanel error={count.error} onRetry={() => void count.refetch()} /> : null}
          {count.isPending ? <Skeleton rows={2} /> : null}
          {count.data && run === undefined ? (
            <Question act={act} count={count.data} onStart={() => void start(count.data.counted_at)} onClose={close} />
          ) : null}
          {count.data && run ? (
            <Running act={act} total={count.data[act]} run={run} onStop={stop} onClose={close} />
          ) : null}
        </div>
      )}
    </FormDialog>
  );
};

interface QuestionProps {
  act: JobAct;
  count: ActCount;
  onStart: () => void;
  onClose: () => void;
}

const Question = ({ act, count, onStart, onClose }: QuestionProps) => {
  const { t, i18n } = useTranslation();
  const jobs = count[act];
  const shown = `${formatCount(jobs, i18n.language)}${count.is_exact ? "" : "+"}`;
  const without = act === "retry" ? count.without_retry : count.without_cancel;
  return (
    <>
      <p className={styles.line}>{t(`jobs.acts.${act}Count`, { count: jobs, shown })}</p>
      <p className={styles.quiet}>{t(`jobs.acts.${act}Effect`)}</p>
      {without.length === 0 ? null : (
        <p className={styles.quiet}>
          {t(`jobs.acts.${act}Without`, { kinds: without.map((kind) => t(`jobs.kinds.${kind}`)).join(", ") })}
        </p>
      )}
      <div className={styles.buttons}>
        <Button onClick={onClose}>{t("ui.cancel")}</Button>
        <Button type="primary" danger={act === "cancel"} disabled={jobs === 0} onClick={onStart}>
          {t(`jobs.acts.${act}Jobs`, { count: jobs, shown })}
        </Button>
      </div>
    </>
  );
};

interface RunningProps {
  act: JobAct;
  total: number;
  run: ActRun;
  onStop: () => void;
  onClose: () => void;
}

const Running = ({ act, total, run, onStop, onClose }: RunningProps) => {
  const { t } = useTranslation();
  const refused = run.refused.reduce((sum, { jobs }) => sum + jobs, 0);
  return (
    <>
      <Progress
        label={t(`jobs.acts.${act}Progress`)}
        done={run.done + refused}
        total={Math.max(total, run.done + refused)}
        state={run.state}
        onCancel={run.state === "running" ? onStop : undefined}
      />
      <p role="status" className={styles.line}>
        {run.state === "running" ? "" : t(`jobs.acts.${act}Done`, { count: run.done })}
      </p>
      {run.refused.length === 0 ? null : (
        <ul className={styles.refused} aria-label={t("jobs.acts.refused")}>
          {run.refused.map(({ reason, jobs }) => (
            <li key={reason}>{t("jobs.acts.refusedLine", { count: jobs, reason })}</li>
          ))}
        </ul>
      )}
      {run.error === undefined ? null : <ErrorPanel isCompact error={run.error} />}
      {run.state === "running" ? null : (
        <div className={styles.buttons}>
          <Button type="primary" onClick={onClose}>
            {t("ui.close")}
          </Button>
        </div>
      )}
    </>
  );
};
