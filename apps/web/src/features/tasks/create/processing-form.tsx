import { useQuery } from "@tanstack/react-query";
import { Input } from "antd";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { PROCESSING_ADDRESS } from "../../../lib/paths.ts";
import { PerformerPicker } from "../../../shared/performer-picker/performer-picker.tsx";
import { performersQuery } from "../../../shared/performer-picker/performers.query.ts";
import { ZodForm } from "../../../ui/form/zod-form.tsx";
import { CommonFields, WizardButtons } from "./common-fields.tsx";
import styles from "./create.module.css";
import { type CreateFormProps, processingForm } from "./create-form.ts";

interface ProcessorInputProps {
  id?: string;
  value?: string;
  onChange?: (performerId: string) => void;
}

const ProcessorInput = ({ id, value, onChange }: ProcessorInputProps) => {
  const { t } = useTranslation();
  const { data, isPending } = useQuery(performersQuery);
  const processors = data?.items.filter(({ kind }) => kind === "processor") ?? [];
  if (data && processors.length === 0) return <span className={styles.about}>{t("tasks.create.noProcessors")}</span>;
  return (
    <PerformerPicker
      id={id}
      performers={processors}
      value={value}
      isLoading={isPending}
      onChange={(performerId) => onChange?.(performerId)}
    />
  );
};

export const ProcessingForm = ({ onBack, onCreate }: CreateFormProps) => {
  const { t } = useTranslation();
  return (
    <ZodForm
      schema={processingForm}
      initial={{ tags: [] }}
      onSubmit={(values) => onCreate({ kind: "DataProcessing", ...values })}
    >
      {({ Field, isBusy }) => (
        <>
          <p className={styles.note}>
            {t("tasks.create.laterHint")} <Link to={PROCESSING_ADDRESS}>{t("tasks.create.processingLink")}</Link>
          </p>
          <CommonFields field={Field} />
          <Field name="source" label={t("tasks.create.source")} help={t("tasks.create.sourceHint")}>
            <Input autoComplete="off" />
          </Field>
          <Field name="performer_id" label={t("tasks.create.performer")} help={t("tasks.create.performerHint")}>
            <ProcessorInput />
          </Field>
          <Field name="output" label={t("tasks.create.output")} help={t("tasks.create.outputHint")}>
            <Input autoComplete="off" />
          </Field>
          <WizardButtons action={t("tasks.create.actions.DataProcessing")} isBusy={isBusy} onBack={onBack} />
        </>
      )}
    </ZodForm>
  );
};
