import type { TaskItem } from "@dailies/contract";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { PATHS } from "../../lib/paths.ts";
import { TaskStatusTag } from "../../shared/task-status.tsx";
import { formatCount } from "../../ui/format.ts";
import { Time } from "../../ui/time.tsx";
import { MAX_COMPARED } from "./board.rules.ts";
import styles from "./leaderboards.module.css";

interface TaskChoiceProps {
  task: TaskItem;
  picked: readonly TaskItem[];
  /** Absent if it cannot be compared yet. */
  onPick: ((task: TaskItem) => void) | undefined;
}

export const TaskChoice = ({ task, picked, onPick }: TaskChoiceProps) => {
  const { t, i18n } = useTranslation();
  const count = (value: number): string => formatCount(value, i18n.language);
  const isPicked = picked.some(({ id }) => id === task.id);
  return (
    <li className={styles.choice}>
      {onPick ? (
        <input
          type="checkbox"
          className={styles.check}
          aria-label={t("leaderboards.compare.pick", { name: task.name })}
          checked={isPicked}
          disabled={!isPicked && picked.length >= MAX_COMPARED}
          onChange={() => onPick(task)}
        />
      ) : null}
      <Link className={styles.choiceLink} to={`${PATHS.taskBenchmark}?task=${task.id}`}>
        <span className={styles.choiceName}>{task.name}</span>
        <TaskStatusTag status={task.status} progress={task.progress} />
        <span className={styles.quiet}>{t(`leaderboards.kinds.${task.kind}`)}</span>
        <span className={`${styles.quiet} ds-number`}>
          {task.votes
            ? t("leaderboards.choose.votes", { done: count(task.votes.done), needed: count(task.votes.needed) })
            : null}
        </span>
        <span className={styles.quiet}>{task.owner}</span>
        <span className={styles.quiet}>
          <Time at={task.updated_at} />
        </span>
      </Link>
    </li>
  );
};
