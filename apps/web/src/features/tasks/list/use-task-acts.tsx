import type { TaskItem } from "@dailies/contract";
import { App } from "antd";
import { type ReactNode, useEffect, useMemo, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { DeleteTaskDialog } from "../delete-task-dialog.tsx";
import { DuplicateTaskDialog } from "../duplicate-task-dialog.tsx";
import { EditTaskDialog } from "../edit-task-dialog.tsx";
import { useArchiveTasks } from "../tasks.queries.ts";
import type { TaskActs } from "./task-menu.tsx";

interface OpenDialog {
  act: "edit" | "duplicate" | "remove";
  task: TaskItem;
}

/** Archives one task, or restores it. */
const useArchiveOne = (): ((task: TaskItem) => void) => {
  const { t } = useTranslation();
  const { message } = App.useApp();
  const { mutate } = useArchiveTasks();
  return (task) => {
    const isArchived = task.archived_at === null;
    const words = t(isArchived ? "tasks.bulk.archived" : "tasks.bulk.unarchived", { count: 1, shown: "1" });
    mutate({ ids: [task.id], is_archived: isArchived }, { onSuccess: () => void message.success(words) });
  };
};

/** The row actions and the dialog that one of them has opened. */
export const useTaskActs = (show: TaskActs["show"]): { acts: TaskActs; dialog: ReactNode } => {
  const [dialog, setDialog] = useState<OpenDialog>();
  const archive = useArchiveOne();
  const latest = useRef({ show, archive });
  useEffect(() => {
    latest.current = { show, archive };
  });
  const acts = useMemo<TaskActs>(
    () => ({
      show: (task) => latest.current.show(task),
      archive: (task) => latest.current.archive(task),
      edit: (task) => setDialog({ act: "edit", task }),
      duplicate: (task) => setDialog({ act: "duplicate", task }),
      remove: (task) => setDialog({ act: "remove", task }),
    }),
    [],
  );
  return { acts, dialog: dialog ? <ActionDialog {...dialog} onClose={() => setDialog(undefined)} /> : null };
};

const ActionDialog = ({ act, task, onClose }: OpenDialog & { onClose: () => void }) => {
  if (act === "edit") return <EditTaskDialog id={task.id} onClose={onClose} />;
  if (act === "duplicate") return <DuplicateTaskDialog task={task} onClose={onClose} />;
  return <DeleteTaskDialog task={task} onClose={onClose} />;
};
