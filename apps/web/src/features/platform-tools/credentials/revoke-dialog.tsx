import type { ServiceCredential } from "@dailies/contract";
import { App, Input } from "antd";
import { useTranslation } from "react-i18next";
import { platformToolsCalls } from "../../../lib/api/clients/platform-tools.ts";
import { reasonForm } from "../../../shared/reason-form.ts";
import { FormButtons } from "../../../ui/form/form-buttons.tsx";
import { FormDialog } from "../../../ui/form/form-dialog.tsx";
import { ZodForm } from "../../../ui/form/zod-form.tsx";
import styles from "../tools.module.css";
import { useCredentialAct } from "./use-credential-act.ts";

interface RevokeDialogProps {
  credential: ServiceCredential;
  onClose: () => void;
}

export const RevokeDialog = ({ credential: { id, name }, onClose }: RevokeDialogProps) => {
  const { t } = useTranslation();
  const { message } = App.useApp();
  const revoke = useCredentialAct((reason: string) =>
    platformToolsCalls.revokeServiceCredential({ body: { id, reason } }),
  );
  return (
    <FormDialog title={t("tools.credentials.revoke.title", { name })} onClose={onClose}>
      {(close) => (
        <ZodForm
          schema={reasonForm}
          onSubmit={({ reason }) =>
            revoke(reason).then(() => {
              void message.success(t("tools.credentials.revoke.done", { name }));
              close();
            })
          }
        >
          {({ Field, isBusy }) => (
            <>
              <p className={styles.lead}>{t("tools.credentials.revoke.effect")}</p>
              <Field name="reason" label={t("tools.reason")} help={t("tools.reasonHint")}>
                <Input.TextArea rows={2} autoFocus />
              </Field>
              <FormButtons isDangerous action={t("tools.credentials.revoke.send")} isBusy={isBusy} onCancel={close} />
            </>
          )}
        </ZodForm>
      )}
    </FormDialog>
  );
};
