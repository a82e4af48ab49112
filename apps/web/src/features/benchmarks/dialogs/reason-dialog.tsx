import { useState } from "react";
import { FormDialog } from "../../../ui/form/form-dialog.tsx";
import { useSubmit } from "../use-submit.ts";
import styles from "./dialog.module.css";
import { DialogFooter } from "./dialog-footer.tsx";
import { ReasonInput } from "./reason-input.tsx";

interface ReasonDialogProps {
  title: string;
  effect: string;
  action: string;
  onAct: (reason: string) => Promise<unknown>;
  onClose: () => void;
}

/** Asks for a reason before acting; the reason is stored in the audit log. */
export const ReasonDialog = ({ title, effect, action, onAct, onClose }: ReasonDialogProps) => {
  const [reason, setReason] = useState("");
  const [isMissing, setIsMissing] = useState(false);
  const { isBusy, error, submit } = useSubmit(onClose);
  const act = (): void => {
    setIsMissing(reason.trim() === "");
    if (reason.trim() !== "") submit(() => onAct(reason.trim()));
  };
  return (
    <FormDialog
      title={title}
      widthPx={480}
      isBusy={isBusy}
      onClose={onClose}
      footer={<DialogFooter action={action} isBusy={isBusy} error={error} onCancel={onClose} onAct={act} />}
    >
      <div className={styles.form}>
        <p className={styles.lead}>{effect}</p>
        <ReasonInput
          value={reason}
          isMissing={isMissing}
          onChange={(next) => {
            setReason(next);
            setIsMissing(false);
          }}
        />
      </div>
    </FormDialog>
  );
};
