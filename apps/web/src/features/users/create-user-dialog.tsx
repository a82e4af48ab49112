import { createUserBody, INTERNAL_ROLE } from "@dailies/contract";
import { App, Input } from "antd";
import { useTranslation } from "react-i18next";
import { FormButtons } from "../../ui/form/form-buttons.tsx";
import { FormDialog } from "../../ui/form/form-dialog.tsx";
import { ZodForm } from "../../ui/form/zod-form.tsx";
import { PermissionPicker } from "./permission-picker.tsx";
import { RoleInput } from "./role-input.tsx";
import styles from "./users.module.css";
import { useCreateUser } from "./users.queries.ts";

interface CreateUserDialogProps {
  roles: readonly string[];
  onClose: () => void;
}

/** Creates a console user and emails an invitation. */
export const CreateUserDialog = ({ roles, onClose }: CreateUserDialogProps) => {
  const { t } = useTranslation();
  const { message } = App.useApp();
  const { mutateAsync } = useCreateUser();
  return (
    <FormDialog title={t("users.create.title")} widthPx={600} onClose={onClose}>
      <ZodForm
        schema={createUserBody}
        initial={{ user_role: INTERNAL_ROLE, perms: [] }}
        onSubmit={async (values) => {
          const made = await mutateAsync(values);
          void message.success(t("users.create.done", { name: made.realname, email: made.email }));
          onClose();
        }}
      >
        {({ Field, isBusy }) => (
          <>
            <p className={styles.lead}>{t("users.create.hint")}</p>
            <div className={styles.pair}>
              <Field name="realname" label={t("users.realname")}>
                <Input autoComplete="off" />
              </Field>
              <Field name="username" label={t("users.username")}>
                <Input autoComplete="off" spellCheck={false} />
              </Field>
            </div>
            <div className={styles.pair}>
              <Field name="email" label={t("users.email")}>
                <Input type="email" autoComplete="off" />
              </Field>
              <Field name="user_role" label={t("users.role")} help={t("users.roleHint", { role: INTERNAL_ROLE })}>
                <RoleInput roles={roles} />
              </Field>
            </div>
            <Field name="perms" label={t("users.perms")}>
              <PermissionPicker />
            </Field>
            <FormButtons action={t("users.create.action")} isBusy={isBusy} onCancel={onClose} />
          </>
        )}
      </ZodForm>
    </FormDialog>
  );
};
