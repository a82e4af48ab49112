import type { GenerationProgress, TaskItem } from "@dailies/contract";
import { useTranslation } from "react-i18next";
import { TaskStatusTag } from "../../../shared/task-status.tsx";
import { formatBrief, formatCount } from "../../../ui/format.ts";
import styles from "./list.module.css";

/** The status, and the generation progress while clips are pending. */
export const TaskState = ({ task: { status, progress } }: { task: Pick<TaskItem, "status" | "progress"> }) => (
  <span className={styles.state}>
    <TaskStatusTag status={status} progress={progress} />
    {status !== "Init" && progress !== null && progress.total > 0 ? <GenerationBar progress={progress} /> : null}
  </span>
);

const useProgressWords = () => {
  const { t, i18n } = useTranslation();
  const shown = (count: number): string => formatCount(count, i18n.language);
  const brief = (count: number): string => formatBrief(count, i18n.language);
  return ({ total, waiting, queued, running, succeeded, failed, cancelled, excluded }: GenerationProgress) => ({
    short: `${brief(succeeded)} / ${brief(total)}`,
    spoken: t("tasks.progress.bar", { done: shown(succeeded), total: shown(total) }),
    failed: t("tasks.progress.failed", { shown: brief(failed) }),
    all: [
      t("tasks.progress.ready", { shown: shown(succeeded) }),
      failed > 0 && t("tasks.progress.failed", { shown: shown(failed) }),
      queued + running > 0 && t("tasks.progress.inFlight", { shown: shown(queued + running) }),
      cancelled > 0 && t("tasks.progress.cancelled", { shown: shown(cancelled) }),
      excluded > 0 && t("tasks.progress.excluded", { shown: shown(excluded) }),
      waiting > 0 && t("tasks.progress.waiting", { shown: shown(waiting) }),
    ].filter((words) => words !== false),
  });
};

const GenerationBar = ({ progress }: { progress: GenerationProgress }) => {
  const words = useProgressWords()(progress);
  const { total, succeeded, failed } = progress;
  const share = (count: number): string => `${(100 * count) / total}%`;
  return (
    <span className={styles.progress} title={words.all.join("\n")}>
      <span
        role="progressbar"
        aria-label={words.spoken}
        aria-valuemin={0}
        aria-valuemax={total}
        aria-valuenow={succeeded}
        className={styles.track}
      >
        <span className={styles.ready} style={{ width: share(succeeded) }} />
        <span className={styles.failed} style={{ width: share(failed) }} />
      </span>
      <span className={styles.figures}>{words.short}</span>
      {failed > 0 ? <span className={styles.failures}>{words.failed}</span> : null}
    </span>
  );
};
