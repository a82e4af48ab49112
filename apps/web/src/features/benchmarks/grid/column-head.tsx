// biome-ignore-all lint/a11y/useFocusableInteractive: the grid holds the focus.
// biome-ignore-all lint/a11y/useSemanticElements: same as for the cells.
import { type BenchmarkColumn, PRICE_UNITS } from "@dailies/contract";
import { memo } from "react";
import { useTranslation } from "react-i18next";
import { formatMicros } from "../../../shared/money.ts";
import { shortValue } from "../../../shared/schema-form/schema-values.ts";
import { formatDecimal } from "../../../ui/format.ts";
import styles from "./grid.module.css";

interface ColumnHeadProps {
  column: BenchmarkColumn;
  leftPx: number;
  onOpen: (column: BenchmarkColumn) => void;
}

export const nameOfColumn = ({ label, performer_name }: BenchmarkColumn): string => label || performer_name;

/** The parameters on one line: "seconds 5, size 1280x720". */
const paramsLine = ({ params }: BenchmarkColumn): string =>
  Object.entries(params)
    .map(([key, value]) => `${key} ${shortValue(value)}`)
    .join(", ");

export const ColumnHead = memo(({ column, leftPx, onOpen }: ColumnHeadProps) => {
  const { t } = useTranslation();
  const params = paramsLine(column);
  return (
    <div
      role="columnheader"
      aria-colindex={column.index + 2}
      className={styles.columnHead}
      style={{ transform: `translateX(${leftPx}px)` }}
    >
      <span className={styles.columnLine}>
        <button type="button" className={styles.columnName} onClick={() => onOpen(column)}>
          {nameOfColumn(column)}
        </button>
        {column.is_baseline ? <span className={styles.rowTag}>{t("benchmarks.columns.baseline")}</span> : null}
      </span>
      <span className={styles.columnFacts} title={params}>
        {params || t("benchmarks.columns.defaults")}
      </span>
      <ColumnFacts column={column} />
    </div>
  );
});

const ColumnFacts = ({ column }: { column: BenchmarkColumn }) => {
  const { t, i18n } = useTranslation();
  const { price, reroll_rate, performer_name, label } = column;
  const unitWord = (unit: string): string => {
    const known = PRICE_UNITS.find((each) => each === unit);
    return known ? t(`benchmarks.columns.units.${known}`) : unit;
  };
  const facts = [
    ...(price
      ? [
          t("benchmarks.columns.price", {
            price: formatMicros(price.unit_price_micros, price.currency, i18n.language),
            unit: unitWord(price.unit),
          }),
        ]
      : [t("benchmarks.columns.noPrice")]),
    ...(label && label !== performer_name ? [performer_name] : []),
    ...(reroll_rate > 0
      ? [t("benchmarks.columns.rerolls", { rate: formatDecimal(reroll_rate, 2, i18n.language) })]
      : []),
  ];
  return <span className={`${styles.columnFacts} ds-number`}>{facts.join(" · ")}</span>;
};
