import type { DatasetSummary, IndexRun } from "@dailies/contract";
import { useTranslation } from "react-i18next";
import { Progress, type ProgressState } from "../../ui/feedback/progress.tsx";
import { formatCount } from "../../ui/format.ts";
import { useNow } from "../../ui/use-now.ts";
import { partsPerSecond } from "./dataset.rules.ts";
import styles from "./run-progress.module.css";

const STATES: Record<IndexRun["status"], ProgressState> = {
  Waiting: "running",
  Running: "running",
  Finished: "done",
  Failed: "failed",
  Cancelled: "cancelled",
};

interface RunProgressProps {
  dataset: Pick<DatasetSummary, "name">;
  run: IndexRun;
  onCancel?: () => void;
}

/** Indexing progress: parts as a bar, samples and broken ones as text. */
export const RunProgress = ({ dataset, run, onCancel }: RunProgressProps) => {
  const { t, i18n } = useTranslation();
  const now = useNow();
  const count = (value: number): string => formatCount(value, i18n.language);
  const rate = partsPerSecond(run, now);
  return (
    <div className={styles.run}>
      <Progress
        label={t("datasets.run.of", { name: dataset.name })}
        done={run.parts_done}
        total={run.parts_total ?? undefined}
        state={STATES[run.status]}
        ratePerSecond={rate}
        onCancel={onCancel}
      />
      <p className={styles.facts}>
        <span>{t("datasets.run.read", { count: run.items_done, shown: count(run.items_done) })}</span>
        {run.faults > 0 ? (
          <span className={styles.faults}>
            {t("datasets.run.faults", { count: run.faults, shown: count(run.faults) })}
          </span>
        ) : null}
      </p>
      {run.error === null ? null : <p className={styles.error}>{run.error}</p>}
    </div>
  );
};
