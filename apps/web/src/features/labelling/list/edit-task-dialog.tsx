import type { LabelTaskDetail } from "@dailies/contract";
import { useQuery } from "@tanstack/react-query";
import { App, Button, Input } from "antd";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { ErrorPanel } from "../../../ui/feedback/error-panel.tsx";
import { Skeleton } from "../../../ui/feedback/skeleton.tsx";
import { FormDialog } from "../../../ui/form/form-dialog.tsx";
import createStyles from "../create/create.module.css";
import { DateAndTime, Labelled } from "../create/labelled.tsx";
import { TaskNumber } from "../create/task-number.tsx";
import { labelTaskQuery } from "../labelling.queries.ts";
import styles from "./list.module.css";
import { useUpdateTask } from "./manage.queries.ts";

interface EditTaskDialogProps {
  taskId: string;
  name: string;
  onClose: () => void;
}

/** What may change after a task was created. Its items, form and overlap may not. */
export const EditTaskDialog = ({ taskId, name, onClose }: EditTaskDialogProps) => {
  const { t } = useTranslation();
  const { data, error, refetch } = useQuery(labelTaskQuery(taskId));
  return (
    <FormDialog title={t("labelling.manage.edit.title", { name })} onClose={onClose}>
      {(close) => {
        if (data) return <EditForm task={data} onDone={close} />;
        return error ? <ErrorPanel isCompact error={error} onRetry={() => void refetch()} /> : <Skeleton rows={5} />;
      }}
    </FormDialog>
  );
};

const settingsOf = ({ name, lease_minutes, priority, due_at, ...task }: LabelTaskDetail) => ({
  name,
  lease_minutes,
  priority,
  due_at,
  review_share: task.review_share ?? 0,
  adjudicate_below: task.adjudicate_below ?? 100,
});

const EditForm = ({ task, onDone }: { task: LabelTaskDetail; onDone: () => void }) => {
  const { t } = useTranslation();
  const { message } = App.useApp();
  // As it was when the dialog opened: the list is read again meanwhile, and the server refuses a change of something newer.
  const [opened] = useState(task);
  const [draft, setDraft] = useState(() => settingsOf(task));
  const { mutate, isPending, error } = useUpdateTask(task.id);
  const change = (patch: Partial<typeof draft>): void => setDraft((before) => ({ ...before, ...patch }));
  const name = draft.name.trim();
  const save = (): void =>
    mutate(
      { ...draft, name, expect_revision: opened.revision },
      {
        onSuccess: () => {
          void message.success(t("labelling.manage.edit.saved", { name }));
          onDone();
        },
      },
    );
  return (
    <form
      className={styles.stack}
      onSubmit={(event) => {
        event.preventDefault();
        if (name !== "") save();
      }}
    >
      <Labelled
        label={t("labelling.manage.edit.name")}
        fault={name === "" ? t("labelling.manage.edit.missingName") : undefined}
      >
        {(id) => (
          <Input id={id} value={draft.name} maxLength={200} onChange={({ target }) => change({ name: target.value })} />
        )}
      </Labelled>
      <div className={createStyles.grid}>
        <DateAndTime
          label={t("labelling.create.due")}
          value={draft.due_at ?? undefined}
          onChange={(due) => change({ due_at: due ?? null })}
        />
        <TaskNumber of="priority" value={draft.priority} onChange={(priority) => change({ priority })} />
        <TaskNumber
          of="lease"
          help={t("labelling.manage.edit.leaseHelp")}
          value={draft.lease_minutes}
          whenEmpty={opened.lease_minutes}
          onChange={(minutes) => change({ lease_minutes: minutes })}
        />
        <TaskNumber of="reviewShare" value={draft.review_share} onChange={(share) => change({ review_share: share })} />
        {opened.overlap > 1 ? (
          <TaskNumber
            of="adjudicateBelow"
            value={draft.adjudicate_below}
            onChange={(below) => change({ adjudicate_below: below })}
          />
        ) : null}
      </div>
      {error ? <ErrorPanel isCompact title={t("ui.error.actionTitle")} error={error} /> : null}
      <div className="ds-form-buttons">
        <Button onClick={onDone}>{t("ui.cancel")}</Button>
        <Button type="primary" htmlType="submit" loading={isPending} disabled={name === ""}>
          {t("labelling.manage.edit.save")}
        </Button>
      </div>
    </form>
  );
};
