import { MoreOutlined } from "@ant-design/icons";
import type { TaskItem } from "@dailies/contract";
import { Button, Dropdown } from "antd";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import { PATHS } from "../../../lib/paths.ts";
import { useCan, useCurrentUser } from "../../../lib/session.ts";

/** The row actions. Their dialogs are rendered outside the table, because a row may unmount. */
export interface TaskActs {
  /** Opens the grid of a benchmark, the results of an evaluation, or the drawer of other kinds. */
  show: (task: TaskItem) => void;
  edit: (task: TaskItem) => void;
  duplicate: (task: TaskItem) => void;
  archive: (task: TaskItem) => void;
  remove: (task: TaskItem) => void;
}

interface TaskMenuProps {
  task: TaskItem;
  acts: TaskActs;
}

/** The actions on one task that the user has permission for. */
export const TaskMenu = ({ task, acts }: TaskMenuProps) => {
  const { t } = useTranslation();
  const items = useMenuItems(task, acts);
  return (
    <Dropdown menu={{ items }} trigger={["click"]} placement="bottomRight" autoFocus destroyOnHidden>
      <Button
        type="text"
        size="small"
        icon={<MoreOutlined aria-hidden="true" />}
        aria-label={t("tasks.row.menu", { name: task.name })}
      />
    </Dropdown>
  );
};

const SHOWN_AS = { Benchmark: "open", Evaluation: "results", DataProcessing: "details" } as const;

const isJudged = ({ kind, status }: TaskItem): boolean =>
  kind === "Benchmark" && (status === "Benchmarking" || status === "Finished");

const useMenuItems = (task: TaskItem, acts: TaskActs) => {
  const { t } = useTranslation();
  const isAdministrator = useCan()({ permission: "ADMIN_MANAGE_R" });
  const isOwner = useCurrentUser().username === task.owner;
  const navigate = useNavigate();
  const showResults = ({ id }: TaskItem): void => void navigate(`${PATHS.taskBenchmark}?task=${id}`);
  const exportRows = ({ id }: TaskItem): void => void navigate(`${PATHS.feishuExport}?task=${id}`);
  const archive = task.archived_at === null ? "archive" : "unarchive";
  const items = [
    { act: acts.show, label: SHOWN_AS[task.kind], isOffered: true },
    { act: showResults, label: "results", isOffered: isJudged(task) },
    { act: exportRows, label: "export", isOffered: task.kind !== "DataProcessing" && task.status !== "Init" },
    { act: acts.edit, label: "edit", isOffered: task.is_mine },
    { act: acts.duplicate, label: "duplicate", isOffered: true },
    { act: acts.archive, label: archive, isOffered: task.is_mine },
    { act: acts.remove, label: "delete", isOffered: isOwner || isAdministrator },
  ] as const;
  return items
    .filter(({ isOffered }) => isOffered)
    .map(({ act, label }) => ({
      key: label,
      label: t(`tasks.row.${label}`),
      danger: label === "delete",
      onClick: () => act(task),
    }));
};
