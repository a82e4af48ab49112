import { UploadOutlined } from "@ant-design/icons";
import { MAX_ROWS_TEXT_BYTES } from "@dailies/contract";
import { Button, Input, Radio } from "antd";
import { useId, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { formatBytes } from "../../../ui/format.ts";
import styles from "../dialogs/dialog.module.css";
import { type FileFault, formatOf, type RowFormat, readRowsFile } from "./read-rows-file.ts";

interface ImportSourceProps {
  format: RowFormat;
  onFormat: (format: RowFormat) => void;
  text: string;
  onText: (text: string) => void;
}

/** Most common first. */
const FORMATS: readonly RowFormat[] = ["lines", "vbench", "csv", "jsonl"];

export const ImportSource = ({ format, onFormat, text, onText }: ImportSourceProps) => {
  const { t, i18n } = useTranslation();
  const id = useId();
  const [fault, setFault] = useState<FileFault>();
  const [fileName, setFileName] = useState<string>();
  const input = useRef<HTMLInputElement>(null);
  const take = async (file: File | undefined): Promise<void> => {
    // Reset, so that the same file can be chosen again after it was corrected.
    if (input.current) input.current.value = "";
    if (!file) return;
    const read = await readRowsFile(file);
    setFault("fault" in read ? read.fault : undefined);
    if (!("text" in read)) return;
    setFileName(file.name);
    onFormat(formatOf(file.name) ?? format);
    onText(read.text);
  };
  return (
    <>
      <div>
        <span id={`${id}-format`} className={styles.label}>
          {t("benchmarks.import.format")}
        </span>
        <Radio.Group
          aria-labelledby={`${id}-format`}
          value={format}
          onChange={({ target }) => onFormat(target.value as RowFormat)}
          options={FORMATS.map((value) => ({ value, label: t(`benchmarks.import.formats.${value}`) }))}
        />
        <p className={styles.hint}>{t(`benchmarks.import.hints.${format}`)}</p>
      </div>
      <div className={styles.line}>
        <input
          ref={input}
          type="file"
          accept=".csv,.jsonl,.ndjson,.json,.txt,.lst,text/csv,text/plain,application/json"
          aria-label={t("benchmarks.import.file")}
          className="ds-visually-hidden"
          tabIndex={-1}
          onChange={(event) => void take(event.target.files?.[0])}
        />
        <Button icon={<UploadOutlined aria-hidden="true" />} onClick={() => input.current?.click()}>
          {t(fileName === undefined ? "benchmarks.import.file" : "benchmarks.import.fileOther")}
        </Button>
        {fileName === undefined ? null : <span className="ds-mono">{fileName}</span>}
      </div>
      {fault === undefined ? null : (
        <p role="alert" className={styles.fault}>
          {t(`benchmarks.import.${fault}`, { size: formatBytes(MAX_ROWS_TEXT_BYTES, i18n.language) })}
        </p>
      )}
      <div>
        <label htmlFor={`${id}-text`} className={styles.label}>
          {t("benchmarks.import.paste")}
        </label>
        <Input.TextArea
          id={`${id}-text`}
          className="ds-mono"
          rows={10}
          value={text}
          spellCheck={false}
          placeholder={t(`benchmarks.import.samples.${format}`)}
          onChange={({ target }) => onText(target.value)}
        />
      </div>
    </>
  );
};
