import type { OpenHold } from "@dailies/contract";
import { Input } from "antd";
import { useTranslation } from "react-i18next";
import { useOnceDialog } from "../../../shared/idempotency/use-idempotent-mutation.ts";
import { reasonForm } from "../../../shared/reason-form.ts";
import { FormButtons } from "../../../ui/form/form-buttons.tsx";
import { FormDialog } from "../../../ui/form/form-dialog.tsx";
import { ZodForm } from "../../../ui/form/zod-form.tsx";
import { formatCount } from "../../../ui/format.ts";
import styles from "../tools.module.css";
import type { VoidHold } from "./use-void-hold.ts";

interface VoidHoldDialogProps {
  hold: OpenHold;
  once: VoidHold;
  onClose: () => void;
}

export const VoidHoldDialog = ({ hold, once, onClose }: VoidHoldDialogProps) => {
  const { t, i18n } = useTranslation();
  useOnceDialog(once, onClose);
  const { user_email: email, hold: number, amount } = hold;
  const shown = formatCount(amount, i18n.language);
  return (
    <FormDialog title={t("tools.holds.title", { hold: number, email })} onClose={onClose}>
      {(close) => (
        <ZodForm
          schema={reasonForm}
          onSubmit={({ reason }) => once.send({ user_email: email, hold: number, reason }).then(close)}
        >
          {({ Field, isBusy }) => (
            <>
              <p className={styles.lead}>{t("tools.holds.effect", { amount: shown })}</p>
              <Field name="reason" label={t("tools.reason")} help={t("tools.reasonHint")}>
                <Input.TextArea rows={2} autoFocus />
              </Field>
              <FormButtons action={t("tools.holds.send", { count: amount, shown })} isBusy={isBusy} onCancel={close} />
            </>
          )}
        </ZodForm>
      )}
    </FormDialog>
  );
};
