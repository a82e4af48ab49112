import type { TaskItem } from "@dailies/contract";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import type { Column } from "../../../ui/data-table/types.ts";
import { formatCount } from "../../../ui/format.ts";
import { Time } from "../../../ui/time.tsx";
import { kindMark } from "./kind-mark.tsx";
import styles from "./list.module.css";
import { TaskCost } from "./task-cost.tsx";
import { type TaskActs, TaskMenu } from "./task-menu.tsx";
import { TaskState } from "./task-status.tsx";
import { isSelectable, type TaskSelection } from "./use-task-selection.ts";

const TaskName = ({ task }: { task: TaskItem }) => (
  <span
    className={`${styles.named} ds-line-with-rest`}
    title={[task.name, task.tags.join(", "), task.description].filter(Boolean).join("\n")}
  >
    <span className={styles.name}>{task.name}</span>
    {task.tags.length > 0 ? <span className={`${styles.tags} ds-rest`}>{task.tags.join(", ")}</span> : null}
  </span>
);

const Pick = ({ task, selection }: { task: TaskItem; selection: TaskSelection }) => {
  const { t } = useTranslation();
  return (
    <input
      type="checkbox"
      className={styles.check}
      aria-label={t("tasks.select", { name: task.name })}
      title={isSelectable(task) ? undefined : t("tasks.notYours")}
      disabled={!isSelectable(task)}
      checked={selection.has(task.id)}
      onChange={() => selection.toggle(task)}
    />
  );
};

const JudgementCount = ({ votes }: Pick<TaskItem, "votes">) => {
  const { t, i18n } = useTranslation();
  if (votes === null) return <span className={styles.quiet}>{t("tasks.none")}</span>;
  const shown = (count: number): string => formatCount(count, i18n.language);
  return t("tasks.votesDone", { done: shown(votes.done), needed: shown(votes.needed) });
};

/** The data columns of a task. */
const useFactColumns = (): Column<TaskItem>[] => {
  const { t, i18n } = useTranslation();
  const { language } = i18n;
  return useMemo(() => {
    const shown = (count: number): string => formatCount(count, language);
    const size = ({ kind, rows, columns }: TaskItem): string =>
      kind === "Benchmark" ? `${shown(rows)} × ${shown(columns)}` : t("tasks.none");
    return [
      {
        key: "kind",
        title: t("tasks.kind"),
        widthPx: 140,
        render: (task) => (
          <span className={styles.kind}>
            {kindMark(task.kind)}
            {t(`tasks.kinds.${task.kind}.name`)}
          </span>
        ),
      },
      { key: "status", title: t("tasks.status"), widthPx: 240, render: (task) => <TaskState task={task} /> },
      { key: "owner", title: t("tasks.owner"), widthPx: 88, render: (task) => task.owner },
      {
        key: "cost",
        title: t("tasks.cost"),
        widthPx: 164,
        isNumeric: true,
        render: (task) => <TaskCost spend={task.spend} />,
      },
      {
        key: "votes",
        title: t("tasks.votes"),
        widthPx: 84,
        isNumeric: true,
        render: (task) => <JudgementCount votes={task.votes} />,
      },
      { key: "size", title: t("tasks.grid"), widthPx: 116, isNumeric: true, isExtra: true, render: size },
      {
        key: "updated_at",
        title: t("tasks.updated"),
        widthPx: 108,
        isSortable: true,
        render: (task) => <Time at={task.updated_at} />,
      },
      {
        key: "created_at",
        title: t("tasks.created"),
        widthPx: 112,
        isSortable: true,
        isExtra: true,
        render: (task) => <Time at={task.created_at} />,
      },
    ];
  }, [t, language]);
};

export const useTaskColumns = (selection: TaskSelection, acts: TaskActs): Column<TaskItem>[] => {
  const { t } = useTranslation();
  const facts = useFactColumns();
  return useMemo(
    () => [
      {
        key: "pick",
        title: t("tasks.pick"),
        widthPx: 48,
        isFixed: true,
        render: (task) => <Pick task={task} selection={selection} />,
      },
      {
        key: "name",
        title: t("tasks.name"),
        widthPx: 252,
        isSortable: true,
        isFixed: true,
        render: (task) => <TaskName task={task} />,
      },
      ...facts,
      {
        key: "actions",
        title: t("tasks.actions"),
        widthPx: 68,
        isPinned: true,
        isFixed: true,
        render: (task) => <TaskMenu task={task} acts={acts} />,
      },
    ],
    [t, facts, selection, acts],
  );
};
