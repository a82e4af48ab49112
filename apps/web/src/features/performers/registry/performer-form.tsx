import { PERFORMER_KINDS, type PerformerItem } from "@dailies/contract";
import { Checkbox, Input, Select } from "antd";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { FormButtons } from "../../../ui/form/form-buttons.tsx";
import { ZodForm, type ZodFormParts } from "../../../ui/form/zod-form.tsx";
import { AdapterConfigInput } from "./adapter-config-input.tsx";
import { CapabilitiesInput } from "./capabilities-input.tsx";
import { InputSchemaEditor } from "./input-schema-editor.tsx";
import { LimitsInput } from "./limits-input.tsx";
import { type PerformerFields, performerFormSchema } from "./performer-draft.ts";
import type { PerformerRegistration } from "./presets.ts";
import { PricingInput } from "./pricing-input.tsx";
import styles from "./registry.module.css";
import { SecretField } from "./secret-field.tsx";

type Parts = ZodFormParts<typeof performerFormSchema>;

interface PerformerFormProps {
  registration: PerformerRegistration;
  /** Absent for a new one. */
  performer: PerformerItem | undefined;
  action: string;
  onSubmit: (fields: PerformerFields, removesSecret: boolean) => Promise<unknown>;
  onCancel: () => void;
}

export const PerformerForm = ({ registration, performer, action, onSubmit, onCancel }: PerformerFormProps) => {
  const { t } = useTranslation();
  const [removesSecret, setRemovesSecret] = useState(false);
  const { adapter, is_enabled: _, ...initial } = registration;
  return (
    <ZodForm schema={performerFormSchema} initial={initial} onSubmit={(fields) => onSubmit(fields, removesSecret)}>
      {({ Field, isBusy }) => (
        <>
          <Whereabouts Field={Field} adapter={adapter} />
          <SecretField
            adapter={adapter}
            performer={performer}
            isRemoved={removesSecret}
            onRemove={setRemovesSecret}
            field={(label, help, input) => (
              <Field name="secret" label={label} help={help}>
                {input}
              </Field>
            )}
          />
          <hr className={styles.divider} />
          <Field
            name="adapter_config"
            label={t("performers.registry.speaks", { adapter: t(`performers.adapters.${adapter}`) })}
          >
            <AdapterConfigInput adapter={adapter} />
          </Field>
          <hr className={styles.divider} />
          <Field name="input_schema" label={t("performers.schema.title")} help={t("performers.schema.hint")}>
            <InputSchemaEditor />
          </Field>
          <Terms Field={Field} />
          <FormButtons action={action} isBusy={isBusy} onCancel={onCancel} />
        </>
      )}
    </ZodForm>
  );
};

const Whereabouts = ({ Field, adapter }: Pick<Parts, "Field"> & Pick<PerformerRegistration, "adapter">) => {
  const { t } = useTranslation();
  return (
    <>
      <div className={styles.pair}>
        <Field name="name" label={t("performers.registry.name")}>
          <Input autoComplete="off" />
        </Field>
        <Field name="kind" label={t("performers.registry.kind")}>
          <Select options={PERFORMER_KINDS.map((kind) => ({ value: kind, label: t(`performers.kinds.${kind}`) }))} />
        </Field>
      </div>
      <Field name="endpoint" label={t("performers.registry.endpoint")} help={t("performers.registry.endpointHint")}>
        <Input autoComplete="off" spellCheck={false} className="ds-mono" placeholder="https://" />
      </Field>
      <div className={styles.pair}>
        <Field name="model" label={t("performers.registry.model")}>
          <Input autoComplete="off" spellCheck={false} className="ds-mono" />
        </Field>
        <Field
          name="version"
          label={t("performers.registry.version")}
          help={
            adapter === "replicate" ? t("performers.registry.replicateVersion") : t("performers.registry.versionHint")
          }
        >
          <Input autoComplete="off" spellCheck={false} className="ds-mono" />
        </Field>
      </div>
    </>
  );
};

const Terms = ({ Field }: Pick<Parts, "Field">) => {
  const { t } = useTranslation();
  return (
    <>
      <hr className={styles.divider} />
      <Field name="capabilities" label={t("performers.registry.capabilities")}>
        <CapabilitiesInput />
      </Field>
      <Field name="limits" label={t("performers.registry.limits")} help={t("performers.limits.hint")}>
        <LimitsInput />
      </Field>
      <Field name="pricing" label={t("performers.registry.pricing")} help={t("performers.pricing.hint")}>
        <PricingInput />
      </Field>
      <Field name="shared_with_internal" label={t("performers.registry.sharing")} valueProp="checked">
        <Checkbox>{t("performers.registry.shared")}</Checkbox>
      </Field>
    </>
  );
};
