import type { BenchmarkDetail } from "@dailies/contract";
import { App, Button } from "antd";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { FormDialog } from "../../../ui/form/form-dialog.tsx";
import { formatCount } from "../../../ui/format.ts";
import { useCheckRows, useImportRows } from "../benchmarks.queries.ts";
import styles from "../dialogs/dialog.module.css";
import { DialogFooter } from "../dialogs/dialog-footer.tsx";
import { useSubmit } from "../use-submit.ts";
import { type CheckedRows, ImportPreview } from "./import-preview.tsx";
import { ImportSource } from "./import-source.tsx";
import type { RowFormat } from "./read-rows-file.ts";

interface ImportRowsDialogProps {
  task: BenchmarkDetail;
  onClose: () => void;
}

/** Takes text, previews the parsed rows, and imports them on confirmation. */
export const ImportRowsDialog = ({ task, onClose }: ImportRowsDialogProps) => {
  const { t, i18n } = useTranslation();
  const { message } = App.useApp();
  const [format, setFormat] = useState<RowFormat>("lines");
  const [text, setText] = useState("");
  const [checked, setChecked] = useState<CheckedRows>();
  const check = useCheckRows(task.id);
  const bring = useImportRows(task.id);
  const checking = useSubmit(() => undefined);
  const bringing = useSubmit(onClose);
  const count = checked?.rows ?? 0;
  const words = { count, shown: formatCount(count, i18n.language) };

  const look = (): void => checking.submit(async () => setChecked(await check.mutateAsync({ format, text })));
  const run = (): void =>
    bringing.submit(async () => {
      await bring.mutateAsync({ format, text });
      void message.success(t("benchmarks.import.done", words));
    });
  return (
    <FormDialog
      title={t("benchmarks.import.title")}
      widthPx={720}
      isBusy={bringing.isBusy}
      onClose={onClose}
      footer={
        <DialogFooter
          action={checked ? t("benchmarks.import.action", words) : t("benchmarks.import.check")}
          isBusy={checking.isBusy || bringing.isBusy}
          isBlocked={checked ? count === 0 || checked.faults.length > 0 : text.trim() === ""}
          error={checking.error ?? bringing.error}
          onCancel={onClose}
          onAct={checked ? run : look}
        >
          {checked ? (
            <Button disabled={bringing.isBusy} onClick={() => setChecked(undefined)}>
              {t("benchmarks.import.change")}
            </Button>
          ) : null}
        </DialogFooter>
      }
    >
      <div className={styles.form}>
        {task.status === "Generating" ? <p className={styles.lead}>{t("benchmarks.import.running")}</p> : null}
        {checked ? (
          <ImportPreview checked={checked} />
        ) : (
          <ImportSource format={format} onFormat={setFormat} text={text} onText={setText} />
        )}
      </div>
    </FormDialog>
  );
};
