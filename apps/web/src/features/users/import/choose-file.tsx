import { UploadOutlined } from "@ant-design/icons";
import { IMPORT_COLUMNS, IMPORT_MAX_BYTES, IMPORT_MAX_ROWS } from "@dailies/contract";
import { Button } from "antd";
import { type DragEvent, useId, useState } from "react";
import { useTranslation } from "react-i18next";
import { CSV_MIME } from "../../../lib/csv.ts";
import { downloadText } from "../../../lib/download-text.ts";
import { formatBytes, formatCount } from "../../../ui/format.ts";
import styles from "./import.module.css";
import { templateCsv } from "./import-csv.ts";

type ReadFault = "tooLarge" | "notUtf8" | "empty";

/** The text of a chosen file, or why it cannot be used. */
const readCsvFile = async (file: Blob): Promise<{ csv: string } | { fault: ReadFault }> => {
  if (file.size > IMPORT_MAX_BYTES) return { fault: "tooLarge" };
  try {
    const csv = new TextDecoder("utf-8", { fatal: true }).decode(await file.arrayBuffer());
    return csv.trim() === "" ? { fault: "empty" } : { csv };
  } catch {
    // Some spreadsheet locales default to other encodings; guessing would garble names.
    return { fault: "notUtf8" };
  }
};

interface ChooseFileProps {
  isBusy: boolean;
  onChosen: (name: string, csv: string) => void;
}

export const ChooseFile = ({ isBusy, onChosen }: ChooseFileProps) => {
  const { t, i18n } = useTranslation();
  const inputId = useId();
  const [fault, setFault] = useState<ReadFault>();
  const [isOver, setIsOver] = useState(false);

  const take = async (file: File | undefined): Promise<void> => {
    if (!file) return;
    const read = await readCsvFile(file);
    setFault("fault" in read ? read.fault : undefined);
    if ("csv" in read) onChosen(file.name, read.csv);
  };
  const drop = (event: DragEvent): void => {
    event.preventDefault();
    setIsOver(false);
    void take(event.dataTransfer.files[0]);
  };
  const limits = {
    size: formatBytes(IMPORT_MAX_BYTES, i18n.language),
    rows: formatCount(IMPORT_MAX_ROWS, i18n.language),
  };
  return (
    <div className={styles.choose}>
      <p className={styles.lead}>{t("users.import.columns", { columns: IMPORT_COLUMNS.join(", ") })}</p>
      <label
        htmlFor={inputId}
        className={isOver ? styles.dropOver : styles.drop}
        onDragOver={(event) => {
          event.preventDefault();
          setIsOver(true);
        }}
        onDragLeave={() => setIsOver(false)}
        onDrop={drop}
      >
        <UploadOutlined aria-hidden="true" className={styles.dropIcon} />
        <span>{isBusy ? t("users.import.checking") : t("users.import.choose")}</span>
        <span className={styles.quiet}>{t("users.import.limits", limits)}</span>
        <input
          id={inputId}
          type="file"
          accept=".csv,text/csv"
          className={styles.file}
          disabled={isBusy}
          onChange={(event) => {
            void take(event.target.files?.[0]);
            // Reset, so that the same file can be chosen again after a correction.
            event.target.value = "";
          }}
        />
      </label>
      {fault === undefined ? null : (
        <p role="alert" className={styles.fault}>
          {t(`users.import.faults.${fault}`, limits)}
        </p>
      )}
      <Button className={styles.template} onClick={() => downloadText("users-template.csv", templateCsv(), CSV_MIME)}>
        {t("users.import.template")}
      </Button>
    </div>
  );
};
