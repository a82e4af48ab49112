import { evaluationsRoutes } from "@dailies/contract";
import { Input } from "antd";
import { useTranslation } from "react-i18next";
import { z } from "zod";
import { FormButtons } from "../../../ui/form/form-buttons.tsx";
import { FormDialog } from "../../../ui/form/form-dialog.tsx";
import { ZodForm } from "../../../ui/form/zod-form.tsx";
import styles from "./judging.module.css";

interface ReasonDialogProps {
  title: string;
  effect: string;
  action: string;
  onAct: (reason: string) => Promise<unknown>;
  onClose: () => void;
}

/** One schema for every reason dialog. */
const reasonForm = z.object(evaluationsRoutes.closeEvaluation.body.shape);

/** Asks for a reason before acting; the reason is stored in the audit log and shown with the action. */
export const ReasonDialog = ({ title, effect, action, onAct, onClose }: ReasonDialogProps) => {
  const { t } = useTranslation();
  return (
    <FormDialog title={title} widthPx={480} onClose={onClose}>
      {(close) => (
        <ZodForm
          schema={reasonForm}
          onSubmit={async ({ reason }) => {
            await onAct(reason);
            close();
          }}
        >
          {({ Field, isBusy }) => (
            <>
              <p className={styles.lead}>{effect}</p>
              <Field name="reason" label={t("leaderboards.reason.label")} help={t("leaderboards.reason.hint")}>
                <Input.TextArea autoSize={{ minRows: 2, maxRows: 6 }} />
              </Field>
              <FormButtons action={action} isBusy={isBusy} onCancel={close} />
            </>
          )}
        </ZodForm>
      )}
    </FormDialog>
  );
};
