import { createsCredits, platformToolsRoutes, SERVICE_SCOPES, type ServiceScope } from "@dailies/contract";
import { Alert, Checkbox, Form, Input, InputNumber } from "antd";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { z } from "zod";
import { FormButtons } from "../../../ui/form/form-buttons.tsx";
import { FormDialog } from "../../../ui/form/form-dialog.tsx";
import { ZodForm, type ZodFormParts } from "../../../ui/form/zod-form.tsx";
import styles from "./credentials.module.css";
import type { ShownSecret } from "./secret-dialog.tsx";
import { useCreateCredential } from "./use-create-credential.ts";

interface CreateCredentialDialogProps {
  onClose: () => void;
  onMade: (secret: ShownSecret) => void;
}

export const CreateCredentialDialog = ({ onClose, onMade }: CreateCredentialDialogProps) => {
  const { t } = useTranslation();
  const { create, isUnsure } = useCreateCredential();
  const schema = useFormSchema();
  return (
    <FormDialog title={t("tools.credentials.create")} onClose={onClose}>
      {(close) => (
        <ZodForm
          schema={schema}
          onSubmit={({ daily_credits, ...values }) =>
            create(createsCredits(values.scopes) ? { ...values, daily_credits } : values).then((made) => {
              onMade(made);
              close();
            })
          }
        >
          {({ Field, isBusy }) => (
            <>
              <Field name="name" label={t("tools.credentials.name")} help={t("tools.credentials.nameHint")}>
                <Input autoFocus autoComplete="off" />
              </Field>
              <Field name="scopes" label={t("tools.credentials.scopes")}>
                <ScopesInput />
              </Field>
              <CeilingField field={Field} />
              {isUnsure ? (
                <Alert className={styles.approval} type="warning" showIcon title={t("tools.credentials.unsure")} />
              ) : null}
              <FormButtons
                action={t(isUnsure ? "tools.credentials.createAgain" : "tools.credentials.createSend")}
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

/** The contract's limits, with messages for empty fields. */
const useFormSchema = () => {
  const { t } = useTranslation();
  return useMemo(() => {
    const { name, daily_credits } = platformToolsRoutes.createServiceCredential.body.shape;
    const fields = z.object({
      name: z.string({ error: t("tools.credentials.nameMissing") }).pipe(name),
      scopes: z
        .array(z.enum(SERVICE_SCOPES), { error: t("tools.credentials.scopesMissing") })
        .min(1, t("tools.credentials.scopesMissing")),
      daily_credits,
    });
    return fields.superRefine(({ scopes, daily_credits: ceiling }, context) => {
      if (createsCredits(scopes) && ceiling === undefined)
        context.addIssue({ code: "custom", path: ["daily_credits"], message: t("tools.credentials.ceilingMissing") });
    });
  }, [t]);
};

/** Only for scopes that create credits, with what that means. */
const CeilingField = ({ field: Field }: { field: ZodFormParts<ReturnType<typeof useFormSchema>>["Field"] }) => {
  const { t } = useTranslation();
  const scopes: ServiceScope[] | undefined = Form.useWatch("scopes", Form.useFormInstance());
  if (!createsCredits(scopes ?? [])) return null;
  return (
    <>
      <Field
        name="daily_credits"
        isNeeded
        label={t("tools.credentials.ceiling")}
        help={t("tools.credentials.ceilingHint")}
      >
        <InputNumber min={1} precision={0} className={styles.ceiling} />
      </Field>
      <Alert className={styles.approval} type="info" showIcon title={t("tools.credentials.needsApproval")} />
    </>
  );
};

interface ScopesInputProps {
  id?: string;
  value?: ServiceScope[];
  onChange?: (scopes: ServiceScope[]) => void;
}

const ScopesInput = ({ id, value = [], onChange }: ScopesInputProps) => {
  const { t } = useTranslation();
  const options = SERVICE_SCOPES.map((scope) => ({
    value: scope,
    label: (
      <span className={styles.scope}>
        <code className="ds-mono">{scope}</code>
        <span className={styles.scopeWords}>{t(`tools.credentials.scopeWords.${scope}`)}</span>
      </span>
    ),
  }));
  return (
    <fieldset id={id} className={styles.scopeField}>
      <legend className="ds-visually-hidden">{t("tools.credentials.scopes")}</legend>
      <Checkbox.Group className={styles.scopes} options={options} value={value} onChange={onChange} />
    </fieldset>
  );
};
