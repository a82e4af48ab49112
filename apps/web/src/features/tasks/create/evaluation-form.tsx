import { useTranslation } from "react-i18next";
import { ZodForm } from "../../../ui/form/zod-form.tsx";
import { CommonFields, WizardButtons } from "./common-fields.tsx";
import { type CreateFormProps, evaluationForm } from "./create-form.ts";
import { SourcesInput } from "./sources-input.tsx";

export const EvaluationForm = ({ onBack, onCreate }: CreateFormProps) => {
  const { t } = useTranslation();
  return (
    <ZodForm
      schema={evaluationForm}
      initial={{ tags: [], sources: [] }}
      onSubmit={(values) => onCreate({ kind: "Evaluation", ...values })}
    >
      {({ Field, isBusy }) => (
        <>
          <CommonFields field={Field} />
          <Field name="sources" label={t("tasks.create.sources")} help={t("tasks.create.sourcesHint")}>
            <SourcesInput />
          </Field>
          <WizardButtons action={t("tasks.create.actions.Evaluation")} isBusy={isBusy} onBack={onBack} />
        </>
      )}
    </ZodForm>
  );
};
