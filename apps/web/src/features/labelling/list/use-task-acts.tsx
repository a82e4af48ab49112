import type { LabelTaskAction, LabelTaskItem } from "@dailies/contract";
import { App } from "antd";
import { type ReactNode, useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import { labelHistoryAddress, labelTaskAddress } from "../../../lib/paths.ts";
import { Confirm } from "../../../ui/feedback/confirm.tsx";
import { useChangeStatus } from "../labelling.queries.ts";
import { ExportsDialog } from "./exports-dialog.tsx";
import { GuidelinesDialog } from "./guidelines-dialog.tsx";
import { PeopleDialog } from "./people-dialog.tsx";
import type { TaskActs } from "./task-menu.tsx";

type OpenDialog =
  | { readonly kind: "people" | "guidelines" | "export"; readonly task: LabelTaskItem }
  | { readonly kind: "change"; readonly task: LabelTaskItem; readonly action: LabelTaskAction };

/** The row actions and the dialog that one of them has opened. */
export const useTaskActs = (): { acts: TaskActs; dialog: ReactNode } => {
  const navigate = useNavigate();
  const [dialog, setDialog] = useState<OpenDialog>();
  const acts = useMemo<TaskActs>(
    () => ({
      open: ({ id }) => void navigate(labelTaskAddress(id)),
      history: ({ id }) => void navigate(labelHistoryAddress(id)),
      people: (task) => setDialog({ kind: "people", task }),
      guidelines: (task) => setDialog({ kind: "guidelines", task }),
      export: (task) => setDialog({ kind: "export", task }),
      change: (task, action) => setDialog({ kind: "change", task, action }),
    }),
    [navigate],
  );
  return { acts, dialog: dialog ? <ActDialog dialog={dialog} onClose={() => setDialog(undefined)} /> : null };
};

const ActDialog = ({ dialog, onClose }: { dialog: OpenDialog; onClose: () => void }) => {
  const { task } = dialog;
  if (dialog.kind === "change") return <ChangeDialog task={task} action={dialog.action} onClose={onClose} />;
  if (dialog.kind === "people") return <PeopleDialog taskId={task.id} name={task.name} onClose={onClose} />;
  if (dialog.kind === "guidelines") return <GuidelinesDialog taskId={task.id} name={task.name} onClose={onClose} />;
  return <ExportsDialog taskId={task.id} name={task.name} onClose={onClose} />;
};

interface ChangeDialogProps {
  task: LabelTaskItem;
  action: LabelTaskAction;
  onClose: () => void;
}

const ChangeDialog = ({ task, action, onClose }: ChangeDialogProps) => {
  const { t } = useTranslation();
  const { message } = App.useApp();
  const { mutateAsync } = useChangeStatus();
  const { name } = task;
  const word = action === "resume" && task.status === "Closed" ? "reopen" : action;
  return (
    <Confirm
      isOpen
      isDangerous={action === "close"}
      title={t(`labelling.change.${word}.title`, { name })}
      effect={t(`labelling.change.${word}.effect`)}
      action={t(`labelling.change.${word}.action`)}
      onConfirm={async () => {
        await mutateAsync({ id: task.id, action });
        void message.success(t(`labelling.change.${word}.done`, { name }));
      }}
      onClose={onClose}
    />
  );
};
