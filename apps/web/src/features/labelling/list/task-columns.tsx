import type { LabelTaskItem, LabelTaskStatus } from "@dailies/contract";
import type { TFunction } from "i18next";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import type { Column } from "../../../ui/data-table/types.ts";
import { ProgressTrack } from "../../../ui/feedback/progress-track.tsx";
import { StatusTag, type StatusTone } from "../../../ui/feedback/status-tag.tsx";
import { formatCount } from "../../../ui/format.ts";
import { Time } from "../../../ui/time.tsx";
import styles from "./list.module.css";
import { type TaskActs, TaskMenu } from "./task-menu.tsx";

const TONES: Record<LabelTaskStatus, StatusTone> = {
  Draft: "neutral",
  Filling: "info",
  Failed: "error",
  Open: "info",
  Paused: "warning",
  Closed: "success",
};

const LabelStatusTag = ({ status }: { status: LabelTaskStatus }) => {
  const { t } = useTranslation();
  return <StatusTag tone={TONES[status]}>{t(`labelling.status.${status}`)}</StatusTag>;
};

const sourceText = ({ source }: LabelTaskItem, t: TFunction): string => {
  if (source === null) return "";
  const { view_name: view, from_task: from } = source;
  const part = from ? t("labelling.disagreements.of", { name: from.name }) : view;
  return `${source.dataset_name}@${source.version}${part ? ` · ${part}` : ""}`;
};

const Bar = ({ task: { name, progress } }: { task: LabelTaskItem }) => {
  const { t, i18n } = useTranslation();
  const { labels_done: done, labels_total: total } = progress;
  const count = (value: number): string => formatCount(value, i18n.language);
  return (
    <span className={styles.progress}>
      <ProgressTrack
        label={t("labelling.list.progressOf", { name })}
        done={done}
        total={Math.max(1, total)}
        widthPx={72}
      />
      <span className="ds-number">{t("labelling.list.done", { done: count(done), total: count(total) })}</span>
    </span>
  );
};

const Due = ({ task: { due_at: at, status } }: { task: LabelTaskItem }) => {
  if (at === null) return "—";
  const isLate = status !== "Closed" && Date.parse(at) < Date.now();
  return (
    <span className={isLate ? styles.late : undefined}>
      <Time at={at} />
    </span>
  );
};

const useFactColumns = (): Column<LabelTaskItem>[] => {
  const { t, i18n } = useTranslation();
  const { language } = i18n;
  return useMemo(() => {
    const count = (value: number): string => formatCount(value, language);
    return [
      {
        key: "template",
        title: t("labelling.list.template"),
        widthPx: 150,
        render: ({ template }) => <span title={template.name}>{`${template.name} v${template.version}`}</span>,
      },
      {
        key: "source",
        title: t("labelling.list.source"),
        widthPx: 190,
        render: (task) => <span title={sourceText(task, t)}>{sourceText(task, t)}</span>,
      },
      { key: "progress", title: t("labelling.list.progress"), widthPx: 200, render: (task) => <Bar task={task} /> },
      {
        key: "overlap",
        title: t("labelling.list.overlap"),
        widthPx: 72,
        isNumeric: true,
        render: ({ overlap }) => `×${overlap}`,
      },
      {
        key: "mine",
        title: t("labelling.list.mine"),
        widthPx: 76,
        isNumeric: true,
        render: ({ mine }) => count(mine.submitted),
      },
      { key: "due", title: t("labelling.list.due"), widthPx: 110, render: (task) => <Due task={task} /> },
      {
        key: "status",
        title: t("labelling.list.status"),
        widthPx: 110,
        render: (task) => (
          <span className={styles.state} title={task.error ?? undefined}>
            <LabelStatusTag status={task.status} />
          </span>
        ),
      },
      { key: "owner", title: t("labelling.list.owner"), widthPx: 100, isExtra: true, render: ({ owner }) => owner },
      {
        key: "priority",
        title: t("labelling.list.priority"),
        widthPx: 80,
        isNumeric: true,
        isExtra: true,
        render: ({ priority }) => `${priority}`,
      },
      {
        key: "updated_at",
        title: t("labelling.list.updated"),
        widthPx: 110,
        isExtra: true,
        render: (task) => <Time at={task.updated_at} />,
      },
    ];
  }, [t, language]);
};

/** Without the dataset for external users, who may not know of it. */
export const useTaskColumns = (acts: TaskActs, isExternal: boolean): Column<LabelTaskItem>[] => {
  const { t } = useTranslation();
  const facts = useFactColumns();
  return useMemo(
    () => [
      {
        key: "name",
        title: t("labelling.list.name"),
        widthPx: 200,
        isFixed: true,
        render: (task) => (
          <span className={styles.name} title={task.name}>
            {task.name}
          </span>
        ),
      },
      ...facts.filter(({ key }) => !(isExternal && key === "source")),
      {
        key: "acts",
        title: t("labelling.list.acts"),
        widthPx: 72,
        isPinned: true,
        isFixed: true,
        render: (task) => <TaskMenu task={task} acts={acts} />,
      },
    ],
    [t, facts, acts, isExternal],
  );
};
