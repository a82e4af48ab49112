import { type DatasetSummary, datasetCatalogueRoutes } from "@dailies/contract";
import { Input } from "antd";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { newRequestKey } from "../../../lib/api/request-key.ts";
import { FormButtons } from "../../../ui/form/form-buttons.tsx";
import { TagsInput } from "../../../ui/form/tags-input.tsx";
import { ZodForm } from "../../../ui/form/zod-form.tsx";
import { useCreateDataset } from "../datasets.queries.ts";
import { nameFrom } from "./browse.rules.ts";
import type { FoundDataset } from "./try-result.tsx";

const schema = datasetCatalogueRoutes.createDataset.body.pick({ name: true, description: true, tags: true });

interface RegisterFormProps {
  found: FoundDataset;
  onCancel: () => void;
  onMade: (dataset: DatasetSummary) => void;
}

/** The last step: the dataset's name. Sends the detected format, so that what was previewed is what is registered. */
export const RegisterForm = ({ found, onCancel, onMade }: RegisterFormProps) => {
  const { t } = useTranslation();
  const [requestKey] = useState(newRequestKey);
  const { mutateAsync } = useCreateDataset();
  const { uri, kind, layout } = found;
  return (
    <ZodForm
      schema={schema}
      initial={{ name: nameFrom(uri) }}
      onSubmit={async (values) => {
        onMade(await mutateAsync({ ...values, uri, kind, layout, request_key: requestKey }));
      }}
    >
      {({ Field, isBusy }) => (
        <>
          <Field name="name" label={t("datasets.columns.name")}>
            <Input autoComplete="off" />
          </Field>
          <Field name="tags" label={t("datasets.columns.tags")} help={t("datasets.tagsHint")}>
            <TagsInput />
          </Field>
          <Field name="description" label={t("datasets.columns.description")}>
            <Input.TextArea autoSize={{ minRows: 2, maxRows: 6 }} />
          </Field>
          <FormButtons action={t("datasets.register.action")} isBusy={isBusy} onCancel={onCancel} />
        </>
      )}
    </ZodForm>
  );
};
