import type { CellValue, DatasetColumn, DatasetRow } from "@dailies/contract";
import { useTranslation } from "react-i18next";
import { formatBytes, formatNumber } from "../../../ui/format.ts";
import { cellOf } from "../items/value-words.ts";
import styles from "./register.module.css";

interface RowsPreviewProps {
  columns: readonly DatasetColumn[];
  rows: readonly DatasetRow[];
}

/** The first samples as read, so that the user can verify the columns. */
export const RowsPreview = ({ columns: all, rows }: RowsPreviewProps) => {
  const { t } = useTranslation();
  // Each row already starts with the key.
  const columns = all.filter(({ name }) => name !== "key");
  if (rows.length === 0) return <p className={styles.quiet}>{t("datasets.register.noRows")}</p>;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable by keyboard.
    <section className={styles.scroll} aria-label={t("datasets.register.sample")} tabIndex={0}>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">{t("datasets.schema.key")}</th>
            {columns.map(({ name }) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.ordinal}>
              <th scope="row" title={row.key}>
                <code className="ds-mono">{row.key}</code>
              </th>
              {row.fault === null ? (
                columns.map((column) => (
                  <td key={column.name}>
                    <Cell row={row} column={column} />
                  </td>
                ))
              ) : (
                <td colSpan={columns.length} className={styles.fault}>
                  {row.fault}
                </td>
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
};

const Cell = ({ row, column }: { row: DatasetRow; column: DatasetColumn }) => {
  const { t, i18n } = useTranslation();
  const value = cellOf(row, column.name) ?? (column.role === "caption" ? row.caption : null);
  if (column.type === "media" && row.media && !isText(value)) {
    return `${row.media.content_type} · ${formatBytes(row.media.bytes, i18n.language)}`;
  }
  if (value === null) return <span className={styles.quiet}>{t("datasets.none")}</span>;
  if (typeof value === "number") return <span className="ds-number">{formatNumber(value, i18n.language)}</span>;
  if (typeof value === "object") return `${value.kind} · ${formatBytes(value.bytes, i18n.language)}`;
  return <span title={String(value)}>{String(value)}</span>;
};

const isText = (value: CellValue): value is string => typeof value === "string" && value !== "";
