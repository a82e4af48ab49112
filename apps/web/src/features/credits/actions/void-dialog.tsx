import type { CreditLot } from "@dailies/contract";
import { Input } from "antd";
import { useTranslation } from "react-i18next";
import { useOnceDialog } from "../../../shared/idempotency/use-idempotent-mutation.ts";
import { reasonForm } from "../../../shared/reason-form.ts";
import { FormButtons } from "../../../ui/form/form-buttons.tsx";
import { FormDialog } from "../../../ui/form/form-dialog.tsx";
import { ZodForm } from "../../../ui/form/zod-form.tsx";
import { formatCount } from "../../../ui/format.ts";
import styles from "./acts.module.css";
import { useCreditActs } from "./credit-acts.tsx";

export interface VoidTarget {
  email: string;
  lot: CreditLot;
  available: number;
}

/** Voids a grant as far as possible: takes back the unspent credits. */
export const VoidDialog = ({ target, onClose }: { target: VoidTarget; onClose: () => void }) => {
  const { t, i18n } = useTranslation();
  const { email, lot, available } = target;
  const { voidGrant } = useCreditActs();
  const send = useOnceDialog(voidGrant, onClose);
  const free = lot.remaining - lot.reserved;
  const count = (value: number): string => formatCount(value, i18n.language);
  return (
    <FormDialog title={t("credits.void.title", { lot: lot.lot, email })} onClose={onClose}>
      {(close) => (
        <ZodForm
          schema={reasonForm}
          onSubmit={({ reason }) => send({ user_email: email, lot: lot.lot, reason }).then(close)}
        >
          {({ Field, isBusy }) => (
            <>
              <p className={styles.lead}>
                {t("credits.void.effect", { free: count(free), granted: count(lot.granted) })}
              </p>
              <p className={styles.previewFigures}>
                {count(available)} <span aria-hidden="true">→</span>
                <span className="ds-visually-hidden"> {t("credits.becomes")} </span>{" "}
                {count(Math.max(0, available - free))}
              </p>
              <Field name="reason" label={t("credits.reason")} help={t("credits.reasonHint")}>
                <Input.TextArea rows={2} autoFocus />
              </Field>
              <FormButtons
                isDangerous
                action={t("credits.void.action", { count: free, shown: count(free) })}
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
