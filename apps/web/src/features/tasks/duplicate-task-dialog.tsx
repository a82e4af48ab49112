import { type TaskItem, tasksRoutes } from "@dailies/contract";
import { App, Input } from "antd";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { newRequestKey } from "../../lib/api/request-key.ts";
import { FormButtons } from "../../ui/form/form-buttons.tsx";
import { FormDialog } from "../../ui/form/form-dialog.tsx";
import { ZodForm } from "../../ui/form/zod-form.tsx";
import styles from "./tasks.module.css";
import { useDuplicateTask } from "./tasks.queries.ts";

const schema = tasksRoutes.duplicateTask.body.pick({ name: true });

interface DuplicateTaskDialogProps {
  task: TaskItem;
  onClose: () => void;
}

export const DuplicateTaskDialog = ({ task, onClose }: DuplicateTaskDialogProps) => {
  const { t } = useTranslation();
  const { message } = App.useApp();
  const { mutateAsync } = useDuplicateTask();
  const [requestKey] = useState(newRequestKey);
  return (
    <FormDialog title={t("tasks.duplicate.title", { name: task.name })} onClose={onClose}>
      {(close) => (
        <ZodForm
          schema={schema}
          initial={{ name: t("tasks.duplicate.copyOf", { name: task.name }) }}
          onSubmit={async ({ name }) => {
            const copy = await mutateAsync({ id: task.id, name, request_key: requestKey });
            void message.success(t("tasks.duplicate.done", { name: copy.name }));
            close();
          }}
        >
          {({ Field, isBusy }) => (
            <>
              <p className={styles.lead}>{t("tasks.duplicate.hint")}</p>
              <Field name="name" label={t("tasks.duplicate.name")}>
                <Input autoComplete="off" />
              </Field>
              <FormButtons action={t("tasks.duplicate.action")} isBusy={isBusy} onCancel={close} />
            </>
          )}
        </ZodForm>
      )}
    </FormDialog>
  );
};
