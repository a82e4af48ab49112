import { createServiceBody } from "@dailies/contract/inference-services/schemas";
import { Input } from "antd";
import { useTranslation } from "react-i18next";
import { FormButtons } from "../../../ui/form/form-buttons.tsx";
import { ZodForm } from "../../../ui/form/zod-form.tsx";
import type { Body } from "../inference-services.queries.ts";

const [endpointBody] = createServiceBody.options;
const fields = endpointBody.omit({ request_key: true, kind: true, template: true, run_id: true });

export interface CreateFormProps {
  requestKey: string;
  save: (body: Body<"createService">) => Promise<void>;
  close: () => void;
}

export const EndpointForm = ({ requestKey, save, close }: CreateFormProps) => {
  const { t } = useTranslation();
  return (
    <ZodForm
      schema={fields}
      onSubmit={async (values) => {
        await save({ ...values, kind: "HTTP endpoint", request_key: requestKey });
        close();
      }}
    >
      {({ Field, isBusy }) => (
        <>
          <Field name="name" label={t("services.form.name")} help={t("services.form.nameHelp")}>
            <Input maxLength={60} autoComplete="off" spellCheck={false} />
          </Field>
          <Field name="model" label={t("services.form.model")}>
            <Input maxLength={200} autoComplete="off" />
          </Field>
          <Field name="address" label={t("services.form.address")} help={t("services.form.addressHelp")}>
            <Input placeholder="https://captions.example.com" autoComplete="off" spellCheck={false} />
          </Field>
          <Field name="health_address" label={t("services.form.health")} help={t("services.form.healthHelp")}>
            <Input placeholder="https://captions.example.com/health" autoComplete="off" spellCheck={false} />
          </Field>
          <FormButtons action={t("services.create.register")} isBusy={isBusy} onCancel={close} />
        </>
      )}
    </ZodForm>
  );
};
