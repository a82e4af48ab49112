import { MoreOutlined } from "@ant-design/icons";
import type { LabelTaskAction, LabelTaskItem } from "@dailies/contract";
import { Button, Dropdown } from "antd";
import { useTranslation } from "react-i18next";
import { useCan, useCurrentUser } from "../../../lib/session.ts";

/** The row actions. Their dialogs are rendered outside the list, because a row may unmount. */
export interface TaskActs {
  open: (task: LabelTaskItem) => void;
  history: (task: LabelTaskItem) => void;
  edit: (task: LabelTaskItem) => void;
  add: (task: LabelTaskItem) => void;
  prefill: (task: LabelTaskItem) => void;
  delete: (task: LabelTaskItem) => void;
  people: (task: LabelTaskItem) => void;
  gold: (task: LabelTaskItem) => void;
  guidelines: (task: LabelTaskItem) => void;
  export: (task: LabelTaskItem) => void;
  change: (task: LabelTaskItem, action: LabelTaskAction) => void;
}

interface TaskMenuProps {
  task: LabelTaskItem;
  acts: TaskActs;
}

/** The status changes that make sense now. */
const actionsOf = ({ status }: LabelTaskItem): LabelTaskAction[] => {
  if (status === "Draft" || status === "Failed") return ["start"];
  if (status === "Open") return ["pause", "close"];
  if (status === "Paused") return ["resume", "close"];
  return status === "Closed" ? ["resume"] : [];
};

/** Items are added to tasks that have some; labels are never deleted, so neither is a task that has any. */
const managesOf = ({ status, progress }: LabelTaskItem): ("edit" | "add" | "delete")[] => [
  "edit",
  ...(status === "Open" || status === "Paused" ? (["add"] as const) : []),
  ...(status !== "Filling" && progress.labels_done === 0 ? (["delete"] as const) : []),
];

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
        aria-label={t("labelling.acts.menu", { name: task.name })}
      />
    </Dropdown>
  );
};

const useMenuItems = (task: LabelTaskItem, acts: TaskActs) => {
  const { t } = useTranslation();
  const isInternal = useCan()("internal");
  const { username } = useCurrentUser();
  const plain = (["open", "history"] as const).map((key) => ({
    key,
    label: t(`labelling.acts.${key}`),
    onClick: () => acts[key](task),
  }));
  if (!isInternal) return plain;
  const owned = (["people", "guidelines", "export"] as const).map((key) => ({
    key,
    label: t(`labelling.acts.${key}`),
    onClick: () => acts[key](task),
  }));
  // Whoever else labels must not learn which items are gold.
  const isOwner = task.owner === username && task.status !== "Closed";
  const takesItems = task.status === "Open" || task.status === "Paused";
  const prefill = { key: "prefill", label: t("labelling.prefill.act"), onClick: () => acts.prefill(task) };
  const gold = { key: "gold", label: t("labelling.gold.act"), onClick: () => acts.gold(task) };
  const changes = actionsOf(task).map((key) => ({
    key,
    label: t(`labelling.acts.${key === "resume" && task.status === "Closed" ? "reopen" : key}`),
    danger: key === "close",
    onClick: () => acts.change(task, key),
  }));
  const manages = managesOf(task).map((key) => ({
    key,
    label: t(`labelling.manage.${key}.act`),
    danger: key === "delete",
    onClick: () => acts[key](task),
  }));
  const [removal, settings] = [manages.filter(({ danger }) => danger), manages.filter(({ danger }) => !danger)];
  return [
    ...plain,
    ...settings,
    ...(takesItems ? [prefill] : []),
    ...owned,
    ...(isOwner ? [gold] : []),
    ...changes,
    ...removal,
  ];
};
