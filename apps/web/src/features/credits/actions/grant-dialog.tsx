import { GRANT_CATEGORIES } from "@dailies/contract";
import { Input, Radio } from "antd";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { useOnceDialog } from "../../../shared/idempotency/use-idempotent-mutation.ts";
import { localZone } from "../../../shared/time-span/zone.ts";
import { FormDialog } from "../../../ui/form/form-dialog.tsx";
import { ZodForm, type ZodFormParts } from "../../../ui/form/zod-form.tsx";
import { formatCount } from "../../../ui/format.ts";
import styles from "./acts.module.css";
import { AmountInput } from "./amount-input.tsx";
import { useCreditActs } from "./credit-acts.tsx";
import { type GrantLimits, grantFormOf } from "./grant-form.rules.ts";
import { AboveTypedLimit, GrantButtons, GrantPreview } from "./grant-preview.tsx";
import { MomentInput } from "./moment-input.tsx";

export interface Grantee {
  email: string;
  available: number;
  limits: GrantLimits;
}

type FormSchema = ReturnType<typeof grantFormOf>;

/** Grants credits to one user, with a preview of the new balance. */
export const GrantDialog = ({ grantee, onClose }: { grantee: Grantee; onClose: () => void }) => {
  const { t } = useTranslation();
  const { email, limits } = grantee;
  const { grant } = useCreditActs();
  const schema = useMemo(() => grantFormOf({ email, limits, nowMs: Date.now }, t), [email, limits, t]);
  const send = useOnceDialog(grant, onClose);
  return (
    <FormDialog title={t("credits.grant.title", { email })} widthPx={620} onClose={onClose}>
      {(close) => (
        <ZodForm schema={schema} onSubmit={(values) => send({ ...values, user_email: email }).then(close)}>
          {({ Field, isBusy }) => (
            <>
              <GrantFields field={Field} grantee={grantee} />
              <GrantButtons limits={limits} isBusy={isBusy} onCancel={close} />
            </>
          )}
        </ZodForm>
      )}
    </FormDialog>
  );
};

const GrantFields = ({ field: Field, grantee }: { field: ZodFormParts<FormSchema>["Field"]; grantee: Grantee }) => {
  const { t, i18n } = useTranslation();
  const { email, available, limits } = grantee;
  return (
    <>
      <div className={styles.amountRow}>
        <Field name="amount" label={t("credits.grant.amount")}>
          <AmountInput />
        </Field>
        <GrantPreview available={available} limits={limits} />
      </div>
      <Field name="category" label={t("credits.category")}>
        <Radio.Group options={GRANT_CATEGORIES.map((value) => ({ value, label: t(`credits.categories.${value}`) }))} />
      </Field>
      <Field name="reason" label={t("credits.reason")} help={t("credits.reasonHint")}>
        <Input.TextArea rows={2} />
      </Field>
      <div className={styles.pair}>
        <Field name="ticket_url" label={t("credits.grant.ticket")}>
          <Input type="url" autoComplete="off" placeholder="https://" />
        </Field>
        <Field
          name="expires_at"
          label={t("credits.grant.expiry")}
          help={t("credits.grant.expiryHint", { zone: localZone() })}
        >
          <MomentInput />
        </Field>
      </div>
      <AboveTypedLimit limits={limits}>
        <Field
          name="typed_email"
          isNeeded
          label={t("credits.grant.typeEmail", { email })}
          help={t("credits.grant.typeEmailHint", { limit: formatCount(limits.type_email_above, i18n.language) })}
        >
          <Input autoComplete="off" spellCheck={false} />
        </Field>
      </AboveTypedLimit>
    </>
  );
};
