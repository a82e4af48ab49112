import { creditsRoutes, type PlanItem, providerName } from "@dailies/contract";
import { Form, Input, Radio } from "antd";
import { useTranslation } from "react-i18next";
import { useOnceDialog } from "../../../shared/idempotency/use-idempotent-mutation.ts";
import { FormButtons } from "../../../ui/form/form-buttons.tsx";
import { FormDialog } from "../../../ui/form/form-dialog.tsx";
import { ZodForm } from "../../../ui/form/zod-form.tsx";
import { formatExact } from "../../../ui/format.ts";
import { cancellationModes } from "../cancellation.rules.ts";
import styles from "./acts.module.css";
import { useCreditActs } from "./credit-acts.tsx";

const schema = creditsRoutes.unsubscribe.body.pick({ mode: true, reason: true });

export interface UnsubscribeTarget {
  email: string;
  plan: PlanItem;
}

/** Ends a subscription, after explaining the consequences. */
export const UnsubscribeDialog = ({ target, onClose }: { target: UnsubscribeTarget; onClose: () => void }) => {
  const { t } = useTranslation();
  const { email, plan } = target;
  const { unsubscribe } = useCreditActs();
  const send = useOnceDialog(unsubscribe, onClose);
  const modes = cancellationModes(plan);
  return (
    <FormDialog title={t("credits.unsubscribe.title", { plan: plan.name, email })} onClose={onClose}>
      {(close) => (
        <ZodForm
          schema={schema}
          initial={{ mode: modes[0] ?? "now" }}
          onSubmit={({ mode, reason }) =>
            send({ user_email: email, subscription_id: plan.subscription_id, mode, reason }).then(close)
          }
        >
          {({ Field, isBusy }) => (
            <>
              <Field name="mode" isNeeded label={t("credits.unsubscribe.when")}>
                <Radio.Group
                  className={styles.modes}
                  options={modes.map((value) => ({ value, label: t(`credits.unsubscribe.modes.${value}`) }))}
                />
              </Field>
              <Effect plan={plan} />
              <Field name="reason" label={t("credits.reason")} help={t("credits.reasonHint")}>
                <Input.TextArea rows={2} />
              </Field>
              <FormButtons isDangerous action={t("credits.unsubscribe.action")} isBusy={isBusy} onCancel={close} />
            </>
          )}
        </ZodForm>
      )}
    </FormDialog>
  );
};

const Effect = ({ plan }: { plan: PlanItem }) => {
  const { t, i18n } = useTranslation();
  const mode: unknown = Form.useWatch("mode", Form.useFormInstance());
  const provider = providerName(plan.provider);
  const until = formatExact(new Date(plan.current_period_end), i18n.language);
  return (
    <ul className={styles.effects} aria-label={t("credits.unsubscribe.effects")}>
      <li>{t(mode === "now" ? "credits.unsubscribe.endsNow" : "credits.unsubscribe.runsUntil", { until })}</li>
      <li>{t("credits.unsubscribe.creditsStay")}</li>
      <li>
        {t(plan.is_provider_connected ? "credits.unsubscribe.tells" : "credits.unsubscribe.provider", { provider })}
      </li>
      {mode === "now" && plan.is_provider_connected ? <li>{t("credits.unsubscribe.invoices", { provider })}</li> : null}
    </ul>
  );
};
