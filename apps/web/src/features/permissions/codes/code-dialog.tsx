import { createPermissionBody, type PermissionItem } from "@dailies/contract";
import { App, Input, InputNumber } from "antd";
import { useTranslation } from "react-i18next";
import { z } from "zod";
import { FormButtons } from "../../../ui/form/form-buttons.tsx";
import { FormDialog } from "../../../ui/form/form-dialog.tsx";
import { ZodForm, type ZodFormParts } from "../../../ui/form/zod-form.tsx";
import { useCreatePermission, useUpdatePermission } from "../permissions.queries.ts";
import styles from "./codes.module.css";

interface CodeDialogProps {
  /** The code to edit; absent to create one. */
  code?: PermissionItem;
  onClose: () => void;
}

export const CodeDialog = ({ code, onClose }: CodeDialogProps) => {
  const { t } = useTranslation();
  return (
    <FormDialog
      title={code ? t("permissions.edit.title", { key: code.key }) : t("permissions.create.title")}
      widthPx={520}
      onClose={onClose}
    >
      {code ? <EditForm code={code} onClose={onClose} /> : <CreateForm onClose={onClose} />}
    </FormDialog>
  );
};

const CreateForm = ({ onClose }: { onClose: () => void }) => {
  const { t } = useTranslation();
  const { message } = App.useApp();
  const { mutateAsync } = useCreatePermission();
  return (
    <ZodForm
      schema={createPermissionBody}
      onSubmit={async (values) => {
        const made = await mutateAsync(values);
        void message.success(t("permissions.create.done", { key: made.key }));
        onClose();
      }}
    >
      {({ Field, isBusy }) => (
        <>
          <p className={styles.lead}>{t("permissions.create.hint")}</p>
          <Field name="key" label={t("permissions.key")} help={t("permissions.create.keyHint")}>
            <Input autoComplete="off" spellCheck={false} className="ds-mono" />
          </Field>
          <Field name="name" label={t("permissions.name")}>
            <Input autoComplete="off" />
          </Field>
          <Field name="group" label={t("permissions.group")}>
            <Input autoComplete="off" />
          </Field>
          <Field name="description" label={t("permissions.description")}>
            <Input.TextArea rows={2} />
          </Field>
          <Field name="bit" label={t("permissions.bit")} help={t("permissions.create.bitHint")}>
            <InputNumber min={1} controls={false} className={styles.bit} />
          </Field>
          <FormButtons action={t("permissions.create.action")} isBusy={isBusy} onCancel={onClose} />
        </>
      )}
    </ZodForm>
  );
};

const { name, description, group } = createPermissionBody.shape;
const editedCode = z.object({ name, description, group });

const EditForm = ({ code, onClose }: { code: PermissionItem; onClose: () => void }) => {
  const { mutateAsync } = useUpdatePermission();
  return (
    <ZodForm
      schema={editedCode}
      initial={{ name: code.name, description: code.description, group: code.group }}
      onSubmit={async (values) => {
        await mutateAsync({ key: code.key, expected_version: code.version, ...values });
        onClose();
      }}
    >
      {(parts) => <EditFields {...parts} isSystem={code.is_system} onClose={onClose} />}
    </ZodForm>
  );
};

interface EditFieldsProps extends ZodFormParts<typeof editedCode> {
  isSystem: boolean;
  onClose: () => void;
}

const EditFields = ({ Field, isBusy, isSystem, onClose }: EditFieldsProps) => {
  const { t } = useTranslation();
  return (
    <>
      <Field name="name" label={t("permissions.name")} help={isSystem ? t("permissions.edit.nameFixed") : undefined}>
        <Input autoComplete="off" disabled={isSystem} />
      </Field>
      <Field name="group" label={t("permissions.group")}>
        <Input autoComplete="off" />
      </Field>
      <Field name="description" label={t("permissions.description")}>
        <Input.TextArea rows={3} />
      </Field>
      <FormButtons action={t("permissions.edit.action")} isBusy={isBusy} onCancel={onClose} />
    </>
  );
};
