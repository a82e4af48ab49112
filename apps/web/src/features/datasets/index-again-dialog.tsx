import { type DatasetSummary, datasetCatalogueRoutes } from "@dailies/contract";
import { App, Input } from "antd";
import { useTranslation } from "react-i18next";
import { FormButtons } from "../../ui/form/form-buttons.tsx";
import { FormDialog } from "../../ui/form/form-dialog.tsx";
import { ZodForm } from "../../ui/form/zod-form.tsx";
import styles from "./datasets.module.css";
import { useIndexDataset } from "./datasets.queries.ts";

const schema = datasetCatalogueRoutes.indexDataset.body;

interface IndexAgainDialogProps {
  dataset: DatasetSummary;
  onClose: () => void;
}

/** Indexes the files again; earlier versions are unchanged. */
export const IndexAgainDialog = ({ dataset, onClose }: IndexAgainDialogProps) => {
  const { t } = useTranslation();
  const { message } = App.useApp();
  const { mutateAsync } = useIndexDataset(dataset.id);
  const { name } = dataset;
  return (
    <FormDialog title={t("datasets.index.title", { name })} onClose={onClose}>
      {(close) => (
        <ZodForm
          schema={schema}
          onSubmit={async ({ note }) => {
            await mutateAsync(note);
            void message.success(t("datasets.index.done", { name }));
            close();
          }}
        >
          {({ Field, isBusy }) => (
            <>
              <p className={styles.paragraph}>{t("datasets.index.effect")}</p>
              <Field name="note" label={t("datasets.index.note")} help={t("datasets.index.noteHint")}>
                <Input autoComplete="off" />
              </Field>
              <FormButtons action={t("datasets.index.action")} isBusy={isBusy} onCancel={close} />
            </>
          )}
        </ZodForm>
      )}
    </FormDialog>
  );
};
