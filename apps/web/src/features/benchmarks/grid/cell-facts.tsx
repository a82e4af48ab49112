import type { GridCell } from "@dailies/contract";
import { formatMicros } from "../../../shared/money.ts";
import { formatCount } from "../../../ui/format.ts";
import { useGridWords } from "../use-cell-words.ts";
import styles from "./cell.module.css";
import { StatusMark } from "./status-mark.tsx";

/** The line below the clip: status, seed, attempts, cost. */
export const CellFacts = ({ cell }: { cell: GridCell | undefined }) => {
  const { t, locale } = useGridWords();
  if (!cell) return <span className={styles.facts}>{t("benchmarks.cell.status.Waiting")}</span>;
  return (
    <span className={styles.facts}>
      <StatusMark status={cell.status} />
      {cell.seed_used === null ? (
        <span className={styles.factsState}>{t(`benchmarks.cell.status.${cell.status}`)}</span>
      ) : (
        <code className={styles.seed}>{cell.seed_used}</code>
      )}
      {cell.attempt_count > 1 ? <span className="ds-number">↻{formatCount(cell.attempt_count)}</span> : null}
      {cell.cost ? (
        <span className={`${styles.cost} ds-number`}>
          {formatMicros(cell.cost.amount_micros, cell.cost.currency, locale)}
        </span>
      ) : null}
    </span>
  );
};

interface SampleFactsProps {
  cells: readonly GridCell[];
  samples: number;
}

/** For several samples: how many are finished. */
export const SampleFacts = ({ cells, samples }: SampleFactsProps) => {
  const { t } = useGridWords();
  const done = cells.filter(({ status }) => status === "Succeeded").length;
  const failed = cells.filter(({ status }) => status === "Failed").length;
  return (
    <span className={styles.facts}>
      <span className="ds-number">{t("benchmarks.cell.ofSamples", { done, samples })}</span>
      {failed > 0 ? (
        <span className={styles.factsFailed}>
          <StatusMark status="Failed" />
          <span className="ds-number">{failed}</span>
        </span>
      ) : null}
    </span>
  );
};
