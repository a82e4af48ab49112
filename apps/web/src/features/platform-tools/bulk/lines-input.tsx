import { MAX_BULK_LINES } from "@dailies/contract";
import { Button, Input } from "antd";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { CSV_MIME, writeCsv } from "../../../lib/csv.ts";
import { downloadText } from "../../../lib/download-text.ts";
import { FileButton } from "../../../ui/file-button.tsx";
import { formatCount } from "../../../ui/format.ts";
import styles from "./bulk.module.css";
import { readLines } from "./read-lines.ts";

interface LinesInputProps {
  id?: string;
  value?: string;
  onChange?: (text: string) => void;
  /** Called on every change: different lines need a new idempotency key. */
  onChosen: () => void;
  /** The last submitted text: submitting it again makes another grant. */
  sentText: string | undefined;
}

const TEMPLATE = [
  ["email", "amount"],
  ["mei.lin@example.com", 500],
  ["lea@example.com", 1200],
];

/** Lines pasted or read from a file, with their totals. */
export const LinesInput = ({ id, value = "", onChange, onChosen, sentText }: LinesInputProps) => {
  const { t, i18n } = useTranslation();
  const read = useMemo(() => readLines(value, t), [value, t]);
  const count = (figure: number): string => formatCount(figure, i18n.language);
  const words = [
    t("tools.bulk.lineCount", { count: read.lines.length, shown: count(read.lines.length) }),
    t("tools.bulk.creditCount", { count: read.totalCredits, shown: count(read.totalCredits) }),
    ...(read.faults.length > 0 ? [t("tools.bulk.faultCount", { count: read.faults.length })] : []),
  ];
  const choose = (text: string): void => {
    onChosen();
    onChange?.(text);
  };
  return (
    <div className={styles.lines}>
      <div className={styles.sources}>
        <FileButton
          name={t("tools.bulk.choose")}
          accept=".csv,text/csv,text/plain"
          onRead={(_name, text) => choose(text)}
        />
        <Button
          type="link"
          size="small"
          onClick={() => downloadText("grants-template.csv", writeCsv(TEMPLATE), CSV_MIME)}
        >
          {t("tools.bulk.template")}
        </Button>
        <span className={styles.quiet}>{t("tools.bulk.limit", { most: count(MAX_BULK_LINES) })}</span>
      </div>
      <Input.TextArea
        id={id}
        className={styles.text}
        value={value}
        rows={8}
        spellCheck={false}
        placeholder={"email,amount\nmei.lin@example.com,500"}
        onChange={(event) => choose(event.target.value)}
      />
      <span role="status" className={styles.quiet}>
        {value.trim() === "" ? "" : words.join(" · ")}
      </span>
      {sentText !== undefined && value === sentText ? (
        <p role="alert" className={styles.again}>
          {t("tools.bulk.again")}
        </p>
      ) : null}
    </div>
  );
};
