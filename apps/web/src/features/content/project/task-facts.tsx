import type { ProjectTaskDetail } from "@dailies/contract";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { formatCount, formatDuration } from "../../../ui/format.ts";
import { Mono } from "../../../ui/mono.tsx";
import { Time } from "../../../ui/time.tsx";
import { useContentLinks } from "../content-address.ts";
import { TaskStatus } from "../content-status.tsx";
import { Facts } from "../facts.tsx";
import { workedMs } from "./task-columns.tsx";

const when = (at: string | null) => (at === null ? "–" : <Time at={at} />);

export const TaskFacts = ({ task }: { task: ProjectTaskDetail }) => {
  const { t, i18n } = useTranslation();
  const { toTask } = useContentLinks();
  const { seed, parent_task_id: parent } = task;
  const took = workedMs(task);
  return (
    <Facts
      facts={[
        { label: t("content.columns.status"), value: <TaskStatus status={task.status} /> },
        { label: t("content.columns.type"), value: task.type },
        { label: t("content.model"), value: task.model || "–" },
        {
          label: t("content.columns.credits"),
          value: <span className="ds-number">{formatCount(task.credits, i18n.language)}</span>,
        },
        {
          label: t("content.seed"),
          value: seed === null ? t("content.noSeed") : <Mono value={String(seed)} copyAs={t("content.seedCopy")} />,
        },
        {
          label: t("content.task.parent"),
          value:
            parent === null ? t("content.task.noParent") : <Link to={toTask(task.project_id, parent)}>{parent}</Link>,
        },
        { label: t("content.columns.created"), value: when(task.created_at) },
        { label: t("content.task.started"), value: when(task.started_at) },
        { label: t("content.columns.finished"), value: when(task.finished_at) },
        { label: t("content.columns.took"), value: took === undefined ? "–" : formatDuration(took) },
      ]}
    />
  );
};
