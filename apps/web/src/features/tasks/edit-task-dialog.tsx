import { type TaskDetail, updateTaskBody } from "@dailies/contract";
import { useQuery } from "@tanstack/react-query";
import { App, Input } from "antd";
import { useTranslation } from "react-i18next";
import { PersonPicker } from "../../shared/person-picker/person-picker.tsx";
import { ErrorPanel } from "../../ui/feedback/error-panel.tsx";
import { Skeleton } from "../../ui/feedback/skeleton.tsx";
import { FormButtons } from "../../ui/form/form-buttons.tsx";
import { FormDialog } from "../../ui/form/form-dialog.tsx";
import { TagsInput } from "../../ui/form/tags-input.tsx";
import { ZodForm } from "../../ui/form/zod-form.tsx";
import { taskQuery, useUpdateTask } from "./tasks.queries.ts";

const schema = updateTaskBody.omit({ expect_revision: true }).required({ name: true });

interface EditTaskDialogProps {
  id: string;
  onClose: () => void;
}

/** Name, description, tags and members; the settings of a task are changed on its own screen. */
export const EditTaskDialog = ({ id, onClose }: EditTaskDialogProps) => {
  const { t } = useTranslation();
  const { data, error, refetch } = useQuery({ ...taskQuery(id), staleTime: 0, gcTime: 0 });
  return (
    <FormDialog title={t("tasks.edit.title", { name: data?.name ?? "" })} onClose={onClose}>
      {(close) => {
        if (data) return <EditForm task={data} onClose={close} />;
        return error ? <ErrorPanel error={error} onRetry={() => void refetch()} /> : <Skeleton rows={6} />;
      }}
    </FormDialog>
  );
};

const EditForm = ({ task, onClose }: { task: TaskDetail; onClose: () => void }) => {
  const { t } = useTranslation();
  const { message } = App.useApp();
  const { mutateAsync } = useUpdateTask();
  return (
    <ZodForm
      schema={schema}
      initial={{
        name: task.name,
        description: task.description,
        tags: task.tags,
        members: task.members.map(({ username }) => username),
      }}
      onSubmit={async (values) => {
        const changed = { ...values, description: values.description ?? "" };
        const saved = await mutateAsync({ id: task.id, body: { ...changed, expect_revision: task.revision } });
        void message.success(t("tasks.edit.done", { name: saved.name }));
        onClose();
      }}
    >
      {({ Field, isBusy }) => (
        <>
          <Field name="name" label={t("tasks.name")}>
            <Input autoComplete="off" />
          </Field>
          <Field name="description" label={t("tasks.description")}>
            <Input.TextArea autoSize={{ minRows: 2, maxRows: 8 }} />
          </Field>
          <Field name="tags" label={t("tasks.tags")} help={t("tasks.create.tagsHint")}>
            <TagsInput />
          </Field>
          <Field name="members" label={t("tasks.edit.members")} help={t("tasks.edit.membersHint")}>
            <PersonPicker />
          </Field>
          <FormButtons action={t("tasks.edit.action")} isBusy={isBusy} onCancel={onClose} />
        </>
      )}
    </ZodForm>
  );
};
