import type { TaskItem } from "@dailies/contract";
import { useTranslation } from "react-i18next";
import { PATHS } from "../../lib/paths.ts";
import { TaskStatusTag } from "../../shared/task-status.tsx";
import { Choice } from "../../ui/choice-list.tsx";
import { formatCount } from "../../ui/format.ts";
import { Time } from "../../ui/time.tsx";
import { MAX_COMPARED } from "./board.rules.ts";

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
  const pick = onPick && {
    name: t("leaderboards.compare.pick", { name: task.name }),
    isPicked,
    isOff: !isPicked && picked.length >= MAX_COMPARED,
    onChange: () => onPick(task),
  };
  return (
    <Choice to={`${PATHS.taskBenchmark}?task=${task.id}`} pick={pick}>
      <span title={task.name}>{task.name}</span>
      <span>
        <TaskStatusTag status={task.status} progress={task.progress} />
      </span>
      <span>{t(`leaderboards.kinds.${task.kind}`)}</span>
      <span className="ds-number">
        {task.votes
          ? t("leaderboards.choose.votes", { done: count(task.votes.done), needed: count(task.votes.needed) })
          : null}
      </span>
      <span>{task.owner}</span>
      <span>
        <Time at={task.updated_at} />
      </span>
    </Choice>
  );
};
