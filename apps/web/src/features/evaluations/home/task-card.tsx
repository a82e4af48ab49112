import type { QueueTask } from "@dailies/contract";
import { Button } from "antd";
import { useTranslation } from "react-i18next";
import { Link, useNavigate } from "react-router";
import { PATHS } from "../../../lib/paths.ts";
import { TaskStatusTag } from "../../../shared/task-status.tsx";
import { ProgressTrack } from "../../../ui/feedback/progress-track.tsx";
import { StatusTag } from "../../../ui/feedback/status-tag.tsx";
import { formatCount } from "../../../ui/format.ts";
import { Time } from "../../../ui/time.tsx";
import styles from "./home.module.css";

/** One task: its progress, the rater's remaining items, and the link to start. */
export const TaskCard = ({ task }: { task: QueueTask }) => {
  const { t } = useTranslation();
  const { votes_done: done, votes_needed: needed } = task.progress;
  return (
    <article className={styles.task} aria-label={task.name}>
      <div className={styles.taskHead}>
        <h2 className={styles.taskName}>{task.name}</h2>
        <TaskStatusTag status={task.status} />
        <span className={styles.quiet}>{t(`evaluations.modes.${task.mode}`)}</span>
        <span className={styles.gap} />
        <TaskAction task={task} />
      </div>
      {task.instructions ? <Instructions words={task.instructions} /> : null}
      <ProgressTrack label={t("evaluations.queue.progress")} done={Math.min(done, needed)} total={needed} />
      <TaskFacts task={task} />
    </article>
  );
};

const SHORT = 300;

/** Shows a few lines; the full instructions expand on request. */
const Instructions = ({ words }: { words: string }) => {
  const { t } = useTranslation();
  if (words.length <= SHORT) return <p className={styles.instructions}>{words}</p>;
  return (
    <details>
      <summary className={styles.summary}>{t("evaluations.instructions")}</summary>
      <p className={styles.instructions}>{words}</p>
    </details>
  );
};

const TaskAction = ({ task }: { task: QueueTask }) => {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const isFinished = task.status === "Finished";
  if (isFinished) {
    return <Link to={`${PATHS.evaluating}?tab=mine&of=${task.task_id}`}>{t("evaluations.queue.reveal")}</Link>;
  }
  if (!task.mine.has_more && task.mine.leased === 0) {
    return <StatusTag tone="success">{t("evaluations.queue.allDone")}</StatusTag>;
  }
  return (
    <Button type="primary" onClick={() => void navigate(`${PATHS.evaluating}?task=${task.task_id}`)}>
      {t(task.mine.submitted > 0 ? "evaluations.queue.goOn" : "evaluations.queue.begin")}
    </Button>
  );
};

const TaskFacts = ({ task: { progress, mine } }: { task: QueueTask }) => {
  const { t, i18n } = useTranslation();
  const count = (value: number): string => formatCount(value, i18n.language);
  const preparing = progress.clips_total - progress.clips_ready - progress.clips_failed;
  const agreement = mine.self_agreement;
  return (
    <p className={`${styles.facts} ds-number`}>
      <span>{t("evaluations.votes", { done: count(progress.votes_done), needed: count(progress.votes_needed) })}</span>
      <span>{t("evaluations.queue.mine", { count: mine.submitted, votes: count(mine.submitted) })}</span>
      {mine.skipped > 0 ? (
        <span>{t("evaluations.queue.skipped", { count: mine.skipped, items: count(mine.skipped) })}</span>
      ) : null}
      <span title={t("evaluations.queue.agreementAbout")}>
        {agreement
          ? t("evaluations.queue.agreement", { same: count(agreement.same), of: count(agreement.of) })
          : t("evaluations.queue.noRepeats")}
      </span>
      {preparing > 0 ? (
        <span>{t("evaluations.queue.preparing", { count: preparing, clips: count(preparing) })}</span>
      ) : null}
      {mine.last_at ? (
        <span>
          {t("evaluations.queue.last")} <Time at={mine.last_at} />
        </span>
      ) : null}
    </p>
  );
};
