import type { BenchmarkDetail } from "@dailies/contract";
import { App, Button, Radio } from "antd";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useCan } from "../../../lib/session.ts";
import type { RowImportAddress } from "../../../shared/row-import-address.ts";
import { FormDialog } from "../../../ui/form/form-dialog.tsx";
import { formatCount } from "../../../ui/format.ts";
import styles from "../dialogs/dialog.module.css";
import { DialogFooter } from "../dialogs/dialog-footer.tsx";
import { DatasetPreview } from "../row-imports/dataset-preview.tsx";
import { DatasetSource } from "../row-imports/dataset-source.tsx";
import { type DatasetImport, useDatasetImport } from "../row-imports/use-dataset-import.ts";
import { ImportPreview } from "./import-preview.tsx";
import { ImportSource } from "./import-source.tsx";
import { type TextImport, useTextImport } from "./use-text-import.ts";

interface ImportRowsDialogProps {
  task: BenchmarkDetail;
  /** Items that were chosen in the dataset browser. */
  given: RowImportAddress | undefined;
  /** Opens the dialog that adds a performer, and this one again afterwards. */
  onAddColumn: (chosen: RowImportAddress | undefined) => void;
  onClose: () => void;
}

type RowSource = "text" | "dataset";

/** Takes rows from text, imported at once, or from a dataset, imported by a worker; both are previewed first. */
export const ImportRowsDialog = ({ task, given, onAddColumn, onClose }: ImportRowsDialogProps) => {
  const { t, i18n } = useTranslation();
  const { message } = App.useApp();
  const [source, setSource] = useState<RowSource>(given ? "dataset" : "text");
  const shown = (count: number) => ({ count, shown: formatCount(count, i18n.language) });
  const text = useTextImport(task, () => {
    void message.success(t("benchmarks.import.done", shown(text.checked?.rows ?? 0)));
    onClose();
  });
  const dataset = useDatasetImport(task, given, () => {
    void message.success(t("benchmarks.import.started"));
    onClose();
  });
  const isText = source === "text";
  const step = isText ? textStep(text) : datasetStep(dataset);
  const count = isText ? (text.checked?.rows ?? 0) : dataset.wanted;
  const { datasetId, filter, seed } = dataset.choice;
  const chosen = datasetId === undefined ? undefined : { datasetId, seed, ...filter };
  return (
    <FormDialog
      title={t("benchmarks.import.title")}
      widthPx={720}
      isBusy={step.isImporting}
      onClose={onClose}
      footer={
        <DialogFooter
          action={step.isChecked ? t("benchmarks.import.action", shown(count)) : t("benchmarks.import.check")}
          isBusy={step.isBusy}
          isBlocked={step.isBlocked}
          error={step.error}
          onCancel={onClose}
          onAct={step.isChecked ? step.run : step.look}
        >
          {step.isChecked ? (
            <Button disabled={step.isImporting} onClick={step.change}>
              {t(isText ? "benchmarks.import.change" : "benchmarks.import.changeSample")}
            </Button>
          ) : null}
        </DialogFooter>
      }
    >
      <div className={styles.form}>
        {task.status === "Generating" ? <p className={styles.lead}>{t("benchmarks.import.running")}</p> : null}
        {step.isChecked ? null : <SourceChoice source={source} onSource={setSource} />}
        {isText ? (
          <TextView rows={text} />
        ) : (
          <DatasetView task={task} rows={dataset} onAddColumn={() => onAddColumn(chosen)} />
        )}
      </div>
    </FormDialog>
  );
};

/** What the footer needs of either source. */
const textStep = (text: TextImport) => ({
  ...text,
  isChecked: text.checked !== undefined,
  isBlocked: text.checked ? text.checked.rows === 0 || text.checked.faults.length > 0 : !text.isGiven,
});
const datasetStep = (dataset: DatasetImport) => ({
  ...dataset,
  isImporting: dataset.isStarting,
  isChecked: dataset.preview !== undefined,
  isBlocked: !dataset.isGiven,
});

const TextView = ({ rows }: { rows: TextImport }) => {
  const { checked, typed, setTyped } = rows;
  if (!checked) {
    return (
      <ImportSource
        {...typed}
        onFormat={(format) => setTyped((old) => ({ ...old, format }))}
        onText={(value) => setTyped((old) => ({ ...old, text: value }))}
      />
    );
  }
  return (
    <ImportPreview
      checked={checked}
      place={typed.format === "vbench" ? "entry" : "line"}
      skipsRepeated={rows.skipsRepeated}
      isBusy={rows.isBusy}
      onSkipRepeated={rows.lookWith}
    />
  );
};

interface DatasetViewProps {
  task: BenchmarkDetail;
  rows: DatasetImport;
  onAddColumn: () => void;
}

const DatasetView = ({ task, rows, onAddColumn }: DatasetViewProps) =>
  rows.preview ? (
    <DatasetPreview rows={rows} preview={rows.preview} />
  ) : (
    <DatasetSource task={task} rows={rows} onAddColumn={onAddColumn} />
  );

/** Only for those who may read datasets. */
const SourceChoice = ({ source, onSource }: { source: RowSource; onSource: (source: RowSource) => void }) => {
  const { t } = useTranslation();
  const can = useCan();
  if (!can("internal")) return null;
  return (
    <Radio.Group
      optionType="button"
      aria-label={t("benchmarks.import.source")}
      value={source}
      onChange={({ target }) => onSource(target.value as RowSource)}
      options={[
        { value: "text", label: t("benchmarks.import.sources.text") },
        { value: "dataset", label: t("benchmarks.import.sources.dataset") },
      ]}
    />
  );
};
