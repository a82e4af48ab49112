import { type DatasetSummary, datasetCatalogueRoutes } from "@dailies/contract";
import { App, Input } from "antd";
import { useTranslation } from "react-i18next";
import { FormButtons } from "../../ui/form/form-buttons.tsx";
import { FormDialog } from "../../ui/form/form-dialog.tsx";
import { TagsInput } from "../../ui/form/tags-input.tsx";
import { ZodForm } from "../../ui/form/zod-form.tsx";
import { useUpdateDataset } from "./datasets.queries.ts";

const schema = datasetCatalogueRoutes.updateDataset.body.omit({ expect_revision: true });

interface EditDatasetDialogProps {
  dataset: DatasetSummary;
  onClose: () => void;
}

/** Name, description and tags; location and kind are fixed at registration. */
export const EditDatasetDialog = ({ dataset, onClose }: EditDatasetDialogProps) => {
  const { t } = useTranslation();
  return (
    <FormDialog title={t("datasets.edit.title", { name: dataset.name })} onClose={onClose}>
      {(close) => <EditForm dataset={dataset} onClose={close} />}
    </FormDialog>
  );
};

const EditForm = ({ dataset, onClose }: EditDatasetDialogProps) => {
  const { t } = useTranslation();
  const { message } = App.useApp();
  const { mutateAsync } = useUpdateDataset(dataset.id);
  const { name, description, tags, revision } = dataset;
  return (
    <ZodForm
      schema={schema}
      initial={{ name, description, tags }}
      onSubmit={async (values) => {
        const saved = await mutateAsync({ ...values, expect_revision: revision });
        void message.success(t("datasets.edit.done", { name: saved.name }));
        onClose();
      }}
    >
      {({ Field, isBusy }) => (
        <>
          <Field name="name" label={t("datasets.columns.name")}>
            <Input autoComplete="off" />
          </Field>
          <Field name="description" label={t("datasets.columns.description")}>
            <Input.TextArea autoSize={{ minRows: 2, maxRows: 8 }} />
          </Field>
          <Field name="tags" label={t("datasets.columns.tags")} help={t("datasets.tagsHint")}>
            <TagsInput />
          </Field>
          <FormButtons action={t("datasets.edit.action")} isBusy={isBusy} onCancel={onClose} />
        </>
      )}
    </ZodForm>
  );
};
