import type { BenchmarkColumn, DryRun } from "@dailies/contract";
import { useTranslation } from "react-i18next";
import { formatCount } from "../../../ui/format.ts";
import styles from "../dialogs/dialog.module.css";
import { nameOfColumn } from "../grid/column-head.tsx";

interface DryRunFaultsProps {
  run: DryRun;
  columns: readonly BenchmarkColumn[];
}

export const DryRunFaults = ({ run: { faults, more_faults }, columns }: DryRunFaultsProps) => {
  const { t, i18n } = useTranslation();
  if (faults.length === 0) return null;
  const all = faults.length + more_faults;
  const placeOf = ({ row, col }: DryRun["faults"][number]): string => {
    const column = col === null ? undefined : columns[col];
    if (row === null) return column ? nameOfColumn(column) : t("benchmarks.dryRun.placeAll");
    return column
      ? t("benchmarks.dryRun.place", { row: row + 1, column: nameOfColumn(column) })
      : t("benchmarks.dryRun.placeRow", { row: row + 1 });
  };
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable by Tab.
    <section className={styles.faultBox} role="alert" tabIndex={0}>
      <h3 className={styles.faultTitle}>
        {t("benchmarks.dryRun.faults", { count: all, shown: formatCount(all, i18n.language) })}
      </h3>
      <ul className={styles.faultList}>
        {faults.map((fault) => (
          <li key={`${fault.row} ${fault.col} ${fault.message}`}>
            <strong>{placeOf(fault)}</strong> {fault.message}
          </li>
        ))}
      </ul>
      {more_faults > 0 ? (
        <p className={styles.hint}>
          {t("benchmarks.dryRun.faultsMore", { count: more_faults, shown: formatCount(more_faults, i18n.language) })}
        </p>
      ) : null}
    </section>
  );
};
