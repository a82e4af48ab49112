import type { ServiceSecret } from "@dailies/contract";
import { saveServiceSecretBody } from "@dailies/contract/inference-services/schemas";
import { Input } from "antd";
import { useTranslation } from "react-i18next";
import { FormButtons } from "../../../ui/form/form-buttons.tsx";
import { FormDialog } from "../../../ui/form/form-dialog.tsx";
import { ZodForm } from "../../../ui/form/zod-form.tsx";
import { useSaveSecret } from "../inference-services.queries.ts";
import styles from "../services.module.css";

interface SecretDialogProps {
  /** The secret whose value is replaced; without it a new one is saved. */
  replaced?: ServiceSecret;
  onClose: () => void;
}

export const SecretDialog = ({ replaced, onClose }: SecretDialogProps) => {
  const { t } = useTranslation();
  const save = useSaveSecret();
  const title = replaced ? t("services.secrets.replaceOne", { name: replaced.name }) : t("services.secrets.create");
  return (
    <FormDialog title={title} isBusy={save.isPending} onClose={onClose}>
      {(close) => (
        <ZodForm
          schema={saveServiceSecretBody}
          {...(replaced && { initial: { name: replaced.name } })}
          onSubmit={async (values) => {
            await save.mutateAsync(values);
            close();
          }}
        >
          {({ Field, isBusy }) => (
            <>
              {replaced && replaced.used_by.length > 0 ? (
                <p className={styles.quiet}>{t("services.secrets.replaceEffect")}</p>
              ) : null}
              <Field name="name" label={t("services.secrets.name")} help={t("services.secrets.nameHelp")}>
                <Input maxLength={100} autoComplete="off" spellCheck={false} disabled={replaced !== undefined} />
              </Field>
              <Field name="value" label={t("services.env.secretValue")} help={t("services.secrets.valueHelp")}>
                <Input.Password maxLength={4_000} visibilityToggle={false} autoComplete="new-password" />
              </Field>
              <FormButtons
                action={t(replaced ? "services.secrets.replace" : "services.secrets.save")}
                isBusy={isBusy}
                onCancel={close}
              />
            </>
          )}
        </ZodForm>
      )}
    </FormDialog>
  );
};
