import type { ApprovalRequest } from "@dailies/contract";
import { Input } from "antd";
import { useTranslation } from "react-i18next";
import { FormButtons } from "../../ui/form/form-buttons.tsx";
import { FormDialog } from "../../ui/form/form-dialog.tsx";
import { ZodForm } from "../../ui/form/zod-form.tsx";
import { reasonForm } from "../reason-form.ts";
import { ApprovalFacts } from "./approval-facts.tsx";
import styles from "./approvals.module.css";
import { type ApprovalDecision, useDecideApproval } from "./approvals.queries.ts";

interface DecideApprovalDialogProps {
  request: ApprovalRequest;
  decision: ApprovalDecision;
  onClose: () => void;
}

/** A second person approves or rejects, with a reason. */
export const DecideApprovalDialog = ({ request, decision, onClose }: DecideApprovalDialogProps) => {
  const { t } = useTranslation();
  const { mutateAsync } = useDecideApproval();
  const words = { target: request.target, who: request.requested_by };
  return (
    <FormDialog title={t(`shared.approvals.${decision}Title.${request.kind}`, words)} onClose={onClose}>
      {(close) => (
        <ZodForm
          schema={reasonForm}
          onSubmit={({ reason }) => mutateAsync({ id: request.id, decision, reason }).then(close)}
        >
          {({ Field, isBusy }) => (
            <>
              <p className={styles.lead}>{t(`shared.approvals.${decision}Effect`, words)}</p>
              <ApprovalFacts request={request} />
              <Field name="reason" label={t("shared.approvals.reason")} help={t("shared.approvals.reasonHint")}>
                <Input.TextArea rows={2} autoFocus />
              </Field>
              <FormButtons action={t(`shared.approvals.${decision}Action`)} isBusy={isBusy} onCancel={close} />
            </>
          )}
        </ZodForm>
      )}
    </FormDialog>
  );
};
