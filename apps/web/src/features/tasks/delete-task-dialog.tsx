import type { TaskItem } from "@dailies/contract";
import { App, Button } from "antd";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Confirm } from "../../ui/feedback/confirm.tsx";
import { formatCount } from "../../ui/format.ts";
import styles from "./tasks.module.css";
import { useArchiveTasks, useDeleteTask } from "./tasks.queries.ts";

interface DeleteTaskDialogProps {
  task: TaskItem;
  onClose: () => void;
}

/** Asks to type the name, lists what is cancelled, and offers to archive instead. */
export const DeleteTaskDialog = ({ task, onClose }: DeleteTaskDialogProps) => {
  const { t } = useTranslation();
  const { message } = App.useApp();
  const { mutateAsync } = useDeleteTask();
  const [isOpen, setIsOpen] = useState(true);
  const remove = async (): Promise<void> => {
    await mutateAsync(task.id);
    void message.success(t("tasks.delete.done", { name: task.name }));
  };
  const close = (): void => {
    setIsOpen(false);
    onClose();
  };
  return (
    <Confirm
      isOpen={isOpen}
      isDangerous
      title={t("tasks.delete.title", { name: task.name })}
      effect={<Effect task={task} onArchived={close} />}
      action={t("tasks.delete.action")}
      typedName={task.name}
      onConfirm={remove}
      onClose={close}
    />
  );
};

const Effect = ({ task, onArchived }: { task: TaskItem; onArchived: () => void }) => {
  const { t, i18n } = useTranslation();
  const { message } = App.useApp();
  const { mutate, isPending } = useArchiveTasks();
  const inFlight = (task.progress?.queued ?? 0) + (task.progress?.running ?? 0);
  const archive = (): void =>
    mutate(
      { ids: [task.id], is_archived: true },
      {
        onSuccess: () => {
          void message.success(t("tasks.bulk.archived", { count: 1, shown: "1" }));
          onArchived();
        },
      },
    );
  return (
    <>
      <p className={styles.paragraph}>{t("tasks.delete.effect")}</p>
      {inFlight > 0 ? (
        <p className={styles.warning}>
          {t("tasks.delete.running", { count: inFlight, shown: formatCount(inFlight, i18n.language) })}
        </p>
      ) : null}
      {task.archived_at === null && task.is_mine ? (
        <p className={styles.instead}>
          <span>{t("tasks.delete.instead")}</span>
          <Button size="small" loading={isPending} onClick={archive}>
            {t("tasks.delete.archive")}
          </Button>
        </p>
      ) : null}
    </>
  );
};
