import { Radio } from "antd";
import { useTranslation } from "react-i18next";
import { ZodForm } from "../../../ui/form/zod-form.tsx";
import { useHasModel } from "../use-has-model.ts";
import { CommonFields, WizardButtons } from "./common-fields.tsx";
import styles from "./create.module.css";
import { benchmarkForm, type CreateFormProps } from "./create-form.ts";

interface StartInputProps {
  id?: string;
  value?: boolean;
  onChange?: (isSample: boolean) => void;
}

/** The sample prompts or an empty grid, each with a description. */
const StartInput = ({ id, value, onChange }: StartInputProps) => {
  const { t } = useTranslation();
  const isMissing = useHasModel() === false;
  const options = [
    {
      isSample: true,
      name: t("tasks.create.sample"),
      about: t(isMissing ? "tasks.create.sampleNeeds" : "tasks.create.sampleHint"),
    },
    { isSample: false, name: t("tasks.create.blank"), about: t("tasks.create.blankHint") },
  ];
  return (
    <Radio.Group
      id={id}
      className={styles.starts}
      value={value === true}
      onChange={({ target }) => onChange?.(target.value === true)}
    >
      {options.map(({ isSample, name, about }) => (
        <Radio key={name} value={isSample} disabled={isSample && isMissing}>
          <span className={styles.name}>{name}</span>
          <span className={styles.about}>{about}</span>
        </Radio>
      ))}
    </Radio.Group>
  );
};

export const BenchmarkForm = ({ isSample, onBack, onCreate }: CreateFormProps) => {
  const { t } = useTranslation();
  return (
    <ZodForm
      schema={benchmarkForm}
      initial={{ is_sample: isSample, tags: [], ...(isSample && { name: t("tasks.create.sampleName") }) }}
      onSubmit={(values) => onCreate({ kind: "Benchmark", ...values })}
    >
      {({ Field, isBusy }) => (
        <>
          <CommonFields field={Field} />
          <Field name="is_sample" label={t("tasks.create.start")}>
            <StartInput />
          </Field>
          <WizardButtons action={t("tasks.create.actions.Benchmark")} isBusy={isBusy} onBack={onBack} />
        </>
      )}
    </ZodForm>
  );
};
