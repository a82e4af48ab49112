import type { GrantRequest } from "@dailies/contract";
import { Input } from "antd";
import { useTranslation } from "react-i18next";
import styles from "../../../shared/approvals/approvals.module.css";
import { reasonForm } from "../../../shared/reason-form.ts";
import { FormButtons } from "../../../ui/form/form-buttons.tsx";
import { FormDialog } from "../../../ui/form/form-dialog.tsx";
import { ZodForm } from "../../../ui/form/zod-form.tsx";
import { formatCount } from "../../../ui/format.ts";

import { type Decision, useDecide } from "./use-decide.ts";

interface DecideDialogProps {
  request: GrantRequest;
  decision: Decision;
  onClose: () => void;
}

/** Second-person approval: approve or reject, with a reason. */
export const DecideDialog = ({ request, decision, onClose }: DecideDialogProps) => {
  const { t, i18n } = useTranslation();
  const { mutateAsync } = useDecide();
  const words = {
    count: request.amount,
    amount: formatCount(request.amount, i18n.language),
    email: request.user_email,
    who: request.requested_by,
  };
  return (
    <FormDialog title={t(`credits.requests.${decision}Title`, words)} onClose={onClose}>
      {(close) => (
        <ZodForm
          schema={reasonForm}
          onSubmit={({ reason }) => mutateAsync({ id: request.id, decision, reason }).then(close)}
        >
          {({ Field, isBusy }) => (
            <>
              <p className={styles.lead}>{t(`credits.requests.${decision}Effect`, words)}</p>
              <Field name="reason" label={t("credits.reason")} help={t("credits.reasonHint")}>
                <Input.TextArea rows={2} autoFocus />
              </Field>
              <FormButtons action={t(`credits.requests.${decision}Action`, words)} isBusy={isBusy} onCancel={close} />
            </>
          )}
        </ZodForm>
      )}
    </FormDialog>
  );
};
