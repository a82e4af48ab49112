import { DownloadOutlined } from "@ant-design/icons";
import type { ColumnView } from "@dailies/contract";
import { useTranslation } from "react-i18next";
import { StatusTag } from "../../../ui/feedback/status-tag.tsx";
import { formatBytes, formatNumber } from "../../../ui/format.ts";
import { HeatMap } from "./heat-map.tsx";
import styles from "./sample.module.css";

interface ColumnValueProps {
  column: ColumnView;
  /** The URL of its bytes. */
  address: string;
}

const prettyJson = (text: string, isCut: boolean): string => {
  if (isCut) return text;
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    // Shown as is; the verification reports whether it is valid.
    return text;
  }
};

/** One value, rendered by its encoding. Opaque bytes show their type and size. */
export const ColumnValue = ({ column, address }: ColumnValueProps) => {
  const { t } = useTranslation();
  const { value } = column;
  switch (value.kind) {
    case "text":
      return <Text text={value.text} isCut={value.is_cut} />;
    case "json":
      return <Text text={prettyJson(value.text, value.is_cut)} isCut={value.is_cut} isCode />;
    case "number":
      return <span className="ds-mono">{value.text}</span>;
    case "array":
      return <ArrayValue name={column.name} {...value} />;
    case "fault":
      return (
        <span className={styles.fault}>
          <StatusTag tone="error">{t("viewer.column.fault")}</StatusTag> {value.message}
        </span>
      );
    case "media":
      return <BytesValue column={column} address={address} note={value.content_type} />;
    default:
      return <BytesValue column={column} address={address} note={value.reason} isPickle={column.encoding === "pkl"} />;
  }
};

const Text = ({ text, isCut, isCode = false }: { text: string; isCut: boolean; isCode?: boolean }) => {
  const { t } = useTranslation();
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable by Tab. */}
      <div className={isCode ? `${styles.text} ds-mono` : styles.text} tabIndex={0}>
        {text}
      </div>
      {isCut ? <span className={styles.quiet}>{t("viewer.column.cut")}</span> : null}
    </>
  );
};

/** The precision of a 32-bit float. */
const DIGITS = 7;

type ArrayView = Extract<ColumnView["value"], { kind: "array" }>;

const ArrayValue = ({ name, dtype, shape, min, max, preview }: ArrayView & { name: string }) => {
  const { t, i18n } = useTranslation();
  const number = (value: number): string => formatNumber(Number(value.toPrecision(DIGITS)), i18n.language);
  return (
    <span className={styles.array}>
      <HeatMap name={name} preview={preview} />
      <span className="ds-mono">
        {dtype} [{shape.join(" × ")}]
        <br />
        {min === null || max === null
          ? t("viewer.array.noRange")
          : t("viewer.array.range", { min: number(min), max: number(max) })}
      </span>
    </span>
  );
};

interface BytesValueProps extends ColumnValueProps {
  note: string | null;
  isPickle?: boolean;
}

const BytesValue = ({ column, address, note, isPickle = false }: BytesValueProps) => {
  const { t, i18n } = useTranslation();
  return (
    <span className={styles.bytes}>
      {isPickle ? <StatusTag tone="warning">{t("viewer.column.pickle")}</StatusTag> : null}
      <span className="ds-number">
        {t("viewer.column.bytes", { bytes: formatBytes(column.end - column.begin, i18n.language) })}
      </span>
      {note === null ? null : <span className={styles.quiet}>{note}</span>}
      <a href={address} download={column.name}>
        <DownloadOutlined aria-hidden="true" /> {t("viewer.column.download", { name: column.name })}
      </a>
    </span>
  );
};
