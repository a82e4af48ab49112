import type { JobExecution } from "@dailies/contract";
import { useTranslation } from "react-i18next";
import { Mono } from "../../../ui/mono.tsx";
import { Time } from "../../../ui/time.tsx";
import styles from "../jobs.module.css";

/** What the workflow engine says about the job now: whether it runs, which steps wait, and what failed last. */
export const Execution = ({ execution, isLive }: { execution: JobExecution; isLive: boolean }) => {
  const { t } = useTranslation();
  const { state, workflow_id, pending, start_attempts, start_error, next_start_at } = execution;
  // A record that is not finished although its workflow is: somebody should look at it.
  const isLost = isLive && state === "ended";
  return (
    <>
      <p className={isLost ? styles.error : styles.line}>
        {t(isLost ? "jobs.execution.lost" : `jobs.execution.${state}`)} <Mono value={workflow_id} />
      </p>
      {start_attempts > 0 ? (
        <p className={styles.line}>
          {t("jobs.execution.starting", { count: start_attempts })}{" "}
          {next_start_at === null ? null : <Time at={next_start_at} />}
        </p>
      ) : null}
      {start_error === null ? null : <p className={styles.error}>{start_error}</p>}
      <ul className={styles.timeline}>
        {pending.map(({ name, attempt, state: step, next_run_at, last_error }) => (
          <li key={`${name}-${attempt}`}>
            <Mono value={name} />
            <span>{t(`jobs.execution.steps.${step}`, { attempt })}</span>
            {next_run_at === null ? null : <Time at={next_run_at} />}
            {last_error === null ? null : <span className={styles.quiet}>{last_error}</span>}
          </li>
        ))}
      </ul>
    </>
  );
};
