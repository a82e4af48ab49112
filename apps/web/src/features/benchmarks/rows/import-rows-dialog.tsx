import type { BenchmarkDetail } from "@dailies/contract";
import { App, Button, Radio } from "antd";
import { useTranslation } from "react-i18next";
import { useCan } from "../../../lib/session.ts";
import { FormDialog } from "../../../ui/form/form-dialog.tsx";
import { formatCount } from "../../../ui/format.ts";
import styles from "../dialogs/dialog.module.css";
import { DialogFooter } from "../dialogs/dialog-footer.tsx";
import { DatasetSource } from "./dataset-source.tsx";
import { ImportPreview } from "./import-preview.tsx";
import { ImportSource } from "./import-source.tsx";
import { type RowImport, type RowSource, useRowImport } from "./use-row-import.ts";

interface ImportRowsDialogProps {
  task: BenchmarkDetail;
  onClose: () => void;
}

/** Takes text or a sample of a dataset, previews the parsed rows, and imports them on confirmation. */
export const ImportRowsDialog = ({ task, onClose }: ImportRowsDialogProps) => {
  const { t, i18n } = useTranslation();
  const { message } = App.useApp();
  const rows = useRowImport(task, () => {
    void message.success(t("benchmarks.import.done", words));
    onClose();
  });
  const { checked } = rows;
  const count = checked?.rows ?? 0;
  const words = { count, shown: formatCount(count, i18n.language) };
  return (
    <FormDialog
      title={t("benchmarks.import.title")}
      widthPx={720}
      isBusy={rows.isImporting}
      onClose={onClose}
      footer={
        <DialogFooter
          action={checked ? t("benchmarks.import.action", words) : t("benchmarks.import.check")}
          isBusy={rows.isBusy}
          isBlocked={checked ? count === 0 || checked.faults.length > 0 : !rows.isGiven}
          error={rows.error}
          onCancel={onClose}
          onAct={() => (checked ? rows.run(checked.file) : rows.look(rows.skipsRepeated))}
        >
          {checked ? (
            <Button disabled={rows.isImporting} onClick={rows.change}>
              {t(rows.source === "text" ? "benchmarks.import.change" : "benchmarks.import.changeSample")}
            </Button>
          ) : null}
        </DialogFooter>
      }
    >
      <div className={styles.form}>
        {task.status === "Generating" ? <p className={styles.lead}>{t("benchmarks.import.running")}</p> : null}
        {checked ? <CheckedView rows={rows} checked={checked} /> : <SourceView rows={rows} />}
      </div>
    </FormDialog>
  );
};

const CheckedView = ({ rows, checked }: { rows: RowImport; checked: NonNullable<RowImport["checked"]> }) => {
  const { t, i18n } = useTranslation();
  const { empty, file } = checked;
  return (
    <>
      {empty > 0 ? (
        <p className={styles.hint}>
          {t("benchmarks.import.dataset.empty", { count: empty, shown: formatCount(empty, i18n.language) })}
        </p>
      ) : null}
      <ImportPreview
        checked={checked}
        place={rows.source === "dataset" || file.format === "vbench" ? "entry" : "line"}
        skipsRepeated={rows.skipsRepeated}
        isBusy={rows.isBusy}
        onSkipRepeated={rows.look}
      />
    </>
  );
};

const SourceView = ({ rows: { source, setSource, typed, setTyped, draw, setDraw } }: { rows: RowImport }) => (
  <>
    <SourceChoice source={source} onSource={setSource} />
    {source === "text" ? (
      <ImportSource
        {...typed}
        onFormat={(format) => setTyped((old) => ({ ...old, format }))}
        onText={(text) => setTyped((old) => ({ ...old, text }))}
      />
    ) : (
      <DatasetSource choice={draw} onChange={setDraw} />
    )}
  </>
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
