import { DownloadOutlined } from "@ant-design/icons";
import type { DatasetColumn, DatasetRow } from "@dailies/contract";
import { useTranslation } from "react-i18next";
import { formatExact } from "../../../../ui/format.ts";
import { blobAddress } from "../media-addresses.ts";
import { useBrowser } from "../url-state/browser-context.ts";
import { useColumnOrigin } from "../use-column-origin.ts";
import { cellOf, valueWords } from "../value-words.ts";
import styles from "./drawer.module.css";

/** Every column with its type. Binary columns show their size and a download link. */
export const ColumnList = ({ item }: { item: DatasetRow }) => {
  const { dataset } = useBrowser();
  const named = new Set(dataset.columns.map(({ name }) => name));
  const unnamed = Object.keys(item.values).filter((name) => !named.has(name));
  const extra = unnamed.map((name) => ({ name, type: "text", encoding: "", role: null, is_indexed: false }) as const);
  return (
    <table className={styles.columns}>
      <tbody>
        {[...dataset.columns, ...extra].map((column) => (
          <ColumnRow key={column.name} item={item} column={column} />
        ))}
      </tbody>
    </table>
  );
};

const ColumnRow = ({ item, column }: { item: DatasetRow; column: DatasetColumn }) => {
  const { t } = useTranslation();
  const origin = useColumnOrigin(column.name);
  return (
    <tr>
      <th scope="row" title={origin ?? column.encoding}>
        <span className={styles.columnName}>{column.name}</span>
        <span className={styles.columnType}>{t(`datasets.schema.types.${column.type}`)}</span>
      </th>
      <td>
        <ColumnValue item={item} column={column} />
      </td>
    </tr>
  );
};

const ColumnValue = ({ item, column }: { item: DatasetRow; column: DatasetColumn }) => {
  const { t, i18n } = useTranslation();
  const { dataset, version } = useBrowser();
  const value = cellOf(item, column.name);
  if (value === null || value === undefined) return <em className={styles.absent}>{t("datasetItems.cell.null")}</em>;
  if (column.type === "time" && typeof value === "string") return formatExact(new Date(value), i18n.language);
  if (typeof value !== "object") return <span className={styles.value}>{valueWords(value, t, i18n.language)}</span>;
  return (
    <span className={styles.binary}>
      <code className="ds-mono">{valueWords(value, t, i18n.language)}</code>
      {value.preview === "" ? null : (
        <code className={styles.preview} title={value.preview}>
          {value.preview}
        </code>
      )}
      <a
        className={styles.download}
        href={blobAddress({ id: dataset.id, version }, item.ordinal, column.name)}
        download
        aria-label={t("datasetItems.drawer.downloadColumn", { column: column.name })}
      >
        <DownloadOutlined aria-hidden="true" /> {t("datasetItems.drawer.downloadShort")}
      </a>
    </span>
  );
};
