import type { BenchmarkDetail } from "@dailies/contract";
import { useTranslation } from "react-i18next";
import { useLiveState } from "../../../lib/live/live.ts";
import { TaskStatusTag } from "../../../shared/task-status.tsx";
import { formatCount } from "../../../ui/format.ts";
import { inFlightOf, progressOf, shareDone } from "../benchmark.rules.ts";
import styles from "../benchmarks.module.css";

const PARTS = ["failed", "running", "queued", "waiting", "cancelled", "excluded"] as const;

/** "44 of 48 ready, 4 failed", with a bar of the same numbers. */
export const StatusLine = ({ task }: { task: BenchmarkDetail }) => {
  const { t, i18n } = useTranslation();
  const progress = progressOf(task);
  const count = (value: number): string => formatCount(value, i18n.language);
  const planned = (task.rows - task.excluded_rows) * task.columns_list.length * task.samples_per_cell;
  const words =
    task.status === "Init"
      ? t(planned === 0 ? "benchmarks.line.nothing" : "benchmarks.line.planned", {
          count: planned,
          shown: count(planned),
        })
      : [
          t("benchmarks.line.ready", {
            done: count(progress.succeeded),
            total: count(progress.total - progress.excluded),
          }),
          ...PARTS.filter((part) => progress[part] > 0).map((part) =>
            t(`benchmarks.line.${part}`, { shown: count(progress[part]) }),
          ),
        ].join(", ");
  return (
    <div className={styles.status}>
      <TaskStatusTag status={task.status} progress={progress} />
      <span className={`${styles.statusWords} ds-number`} aria-live="polite">
        {words}
      </span>
      {progress.total > 0 && task.status !== "Init" ? <Bar task={task} /> : null}
      {inFlightOf(progress) > 0 ? <LiveDot /> : null}
    </div>
  );
};

const Bar = ({ task }: { task: BenchmarkDetail }) => {
  const { t } = useTranslation();
  const progress = progressOf(task);
  const wanted = Math.max(1, progress.total - progress.excluded);
  const width = (value: number): string => `${(100 * value) / wanted}%`;
  return (
    <span
      role="progressbar"
      aria-label={t("benchmarks.line.progress")}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={Math.round(shareDone(progress) * 100)}
      className={styles.statusBar}
    >
      <span className={styles.barDone} style={{ width: width(progress.succeeded) }} />
      <span className={styles.barFailed} style={{ width: width(progress.failed) }} />
      <span className={styles.barRunning} style={{ width: width(progress.running) }} />
    </span>
  );
};

const LiveDot = () => {
  const { t } = useTranslation();
  const state = useLiveState();
  const words = t(state === "live" ? "benchmarks.live.live" : "benchmarks.live.polling");
  return (
    <span className={styles.live} data-state={state} title={words}>
      <span className="ds-visually-hidden">{words}</span>
    </span>
  );
};
