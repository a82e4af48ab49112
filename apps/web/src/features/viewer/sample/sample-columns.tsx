import type { ViewerSample } from "@dailies/contract";
import { useTranslation } from "react-i18next";
import { formatBytes } from "../../../ui/format.ts";
import { ColumnValue } from "./column-value.tsx";
import styles from "./sample.module.css";
import { columnAddress } from "./sample-clips.ts";
import { spanColour } from "./span-colours.ts";

interface SampleColumnsProps {
  handle: string;
  sample: ViewerSample;
  agreeBytes: number | undefined;
  /** The column whose bytes are shown. */
  chosen: string | undefined;
  onChoose: (column: string) => void;
}

/** Every column with its encoding, its value and a link to its bytes. */
export const SampleColumns = ({ handle, sample, agreeBytes, chosen, onChoose }: SampleColumnsProps) => {
  const { t, i18n } = useTranslation();
  return (
    <dl className={styles.columns} aria-label={t("viewer.column.list")}>
      {sample.columns.map((column) => (
        <div key={column.name} className={styles.column} data-chosen={column.name === chosen || undefined}>
          <dt className={styles.columnHead}>
            <button
              type="button"
              className={styles.columnName}
              aria-pressed={column.name === chosen}
              title={t("viewer.column.showBytes", { name: column.name })}
              onClick={() => onChoose(column.name)}
            >
              <span className={styles.swatch} style={{ background: spanColour(sample, column.name) }} />
              {column.name}
            </button>
            <span className={`${styles.quiet} ds-number`}>
              <span className="ds-mono">{column.encoding}</span> ·{" "}
              {formatBytes(column.end - column.begin, i18n.language)}
            </span>
          </dt>
          <dd className={styles.value}>
            <ColumnValue column={column} address={columnAddress(handle, sample.index, column.name, agreeBytes)} />
          </dd>
        </div>
      ))}
    </dl>
  );
};
