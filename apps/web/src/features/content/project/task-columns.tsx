import type { ProjectTaskItem } from "@dailies/contract";
import type { TFunction } from "i18next";
import type { Column } from "../../../ui/data-table/types.ts";
import { formatCount, formatDuration } from "../../../ui/format.ts";
import { Mono } from "../../../ui/mono.tsx";
import { Time } from "../../../ui/time.tsx";
import { TaskStatus } from "../content-status.tsx";
import { Cover } from "./cover.tsx";
import styles from "./project.module.css";

/** Processing time; undefined while running, or if the task never started. */
export const workedMs = ({ started_at: start, finished_at: end }: ProjectTaskItem): number | undefined =>
  start === null || end === null ? undefined : Date.parse(end) - Date.parse(start);

const duration = (task: ProjectTaskItem): string => {
  const ms = workedMs(task);
  return ms === undefined ? "–" : formatDuration(ms);
};

export const taskColumns = (t: TFunction, locale: string, onFault: () => void): Column<ProjectTaskItem>[] => [
  {
    key: "cover",
    title: t("content.columns.cover"),
    widthPx: 80,
    render: (task) => <Cover task={task} onFault={onFault} />,
  },
  {
    key: "prompt",
    title: t("content.prompt"),
    widthPx: 180,
    isFixed: true,
    render: ({ prompt }) => (
      <span className={styles.prompt} title={prompt}>
        {prompt || t("content.noPrompt")}
      </span>
    ),
  },
  {
    key: "status",
    title: t("content.columns.status"),
    widthPx: 128,
    render: ({ status }) => <TaskStatus status={status} />,
  },
  { key: "model", title: t("content.model"), widthPx: 104, render: ({ model }) => model || "–" },
  {
    key: "credits",
    title: t("content.columns.credits"),
    widthPx: 78,
    isNumeric: true,
    render: ({ credits }) => formatCount(credits, locale),
  },
  {
    key: "created",
    title: t("content.columns.created"),
    widthPx: 112,
    render: ({ created_at: at }) => <Time at={at} />,
  },
  { key: "took", title: t("content.columns.took"), widthPx: 82, isNumeric: true, render: duration },
  { key: "type", title: t("content.columns.type"), widthPx: 130, isExtra: true, render: ({ type }) => type },
  {
    key: "finished",
    title: t("content.columns.finished"),
    widthPx: 120,
    isExtra: true,
    render: ({ finished_at: at }) => (at === null ? "–" : <Time at={at} />),
  },
  { key: "id", title: t("content.id"), widthPx: 150, isExtra: true, render: ({ id }) => <Mono value={id} /> },
];
