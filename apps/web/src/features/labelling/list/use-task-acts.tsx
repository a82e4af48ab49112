import type { LabelTaskAction, LabelTaskItem } from "@dailies/contract";
import { App } from "antd";
import { type ReactNode, Suspense, useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import { lazyPart } from "../../../lib/lazy-part.ts";
import { labelHistoryAddress, labelTaskAddress } from "../../../lib/paths.ts";
import { Confirm } from "../../../ui/feedback/confirm.tsx";
import { useChangeStatus } from "../labelling.queries.ts";
import { ExportsDialog } from "./exports-dialog.tsx";
import { GuidelinesDialog } from "./guidelines-dialog.tsx";
import { useDeleteTask } from "./manage.queries.ts";
import { PeopleDialog } from "./people-dialog.tsx";
import type { TaskActs } from "./task-menu.tsx";

const EditTaskDialog = lazyPart(async () => (await import("./edit-task-dialog.tsx")).EditTaskDialog);
const GoldDialog = lazyPart(async () => (await import("../gold/gold-dialog.tsx")).GoldDialog);
const PrefillDialog = lazyPart(async () => (await import("../prefill/prefill-dialog.tsx")).PrefillDialog);
const AddItemsDialog = lazyPart(async () => (await import("./add-items-dialog.tsx")).AddItemsDialog);

type OpenDialog =
  | {
      readonly kind: "edit" | "add" | "prefill" | "delete" | "people" | "gold" | "guidelines" | "export";
      readonly task: LabelTaskItem;
    }
  | { readonly kind: "change"; readonly task: LabelTaskItem; readonly action: LabelTaskAction };

/** The row actions and the dialog that one of them has opened. */
export const useTaskActs = (): { acts: TaskActs; dialog: ReactNode } => {
  const navigate = useNavigate();
  const [dialog, setDialog] = useState<OpenDialog>();
  const acts = useMemo<TaskActs>(
    () => ({
      open: ({ id }) => void navigate(labelTaskAddress(id)),
      history: ({ id }) => void navigate(labelHistoryAddress(id)),
      edit: (task) => setDialog({ kind: "edit", task }),
      add: (task) => setDialog({ kind: "add", task }),
      prefill: (task) => setDialog({ kind: "prefill", task }),
      delete: (task) => setDialog({ kind: "delete", task }),
      people: (task) => setDialog({ kind: "people", task }),
      gold: (task) => setDialog({ kind: "gold", task }),
      guidelines: (task) => setDialog({ kind: "guidelines", task }),
      export: (task) => setDialog({ kind: "export", task }),
      change: (task, action) => setDialog({ kind: "change", task, action }),
    }),
    [navigate],
  );
  const close = (): void => setDialog(undefined);
  return {
    acts,
    dialog: dialog ? (
      <Suspense fallback={null}>
        <ActDialog dialog={dialog} onClose={close} />
      </Suspense>
    ) : null,
  };
};

const ActDialog = ({ dialog, onClose }: { dialog: OpenDialog; onClose: () => void }) => {
  const { task } = dialog;
  const props = { taskId: task.id, name: task.name, onClose };
  switch (dialog.kind) {
    case "change":
      return <ChangeDialog task={task} action={dialog.action} onClose={onClose} />;
    case "edit":
      return <EditTaskDialog {...props} />;
    case "add":
      return <AddItemsDialog {...props} />;
    case "prefill":
      return <PrefillDialog {...props} />;
    case "delete":
      return <DeleteDialog {...props} />;
    case "people":
      return <PeopleDialog {...props} />;
    case "gold":
      return <GoldDialog {...props} />;
    case "guidelines":
      return <GuidelinesDialog {...props} />;
    case "export":
      return <ExportsDialog {...props} />;
  }
};

interface DeleteDialogProps {
  taskId: string;
  name: string;
  onClose: () => void;
}

const DeleteDialog = ({ taskId, name, onClose }: DeleteDialogProps) => {
  const { t } = useTranslation();
  const { message } = App.useApp();
  const { mutateAsync } = useDeleteTask();
  return (
    <Confirm
      isOpen
      isDangerous
      typedName={name}
      title={t("labelling.manage.delete.title", { name })}
      effect={t("labelling.manage.delete.effect")}
      action={t("labelling.manage.delete.action")}
      onConfirm={async () => {
        await mutateAsync(taskId);
        void message.success(t("labelling.manage.delete.done", { name }));
      }}
      onClose={onClose}
    />
  );
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
