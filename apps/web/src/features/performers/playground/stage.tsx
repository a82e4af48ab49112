import type { PerformerTaskItem } from "@dailies/contract";
import { useTranslation } from "react-i18next";
import { ResultTile } from "../calls/result-tile.tsx";
import type { Comparison } from "../calls/use-comparison.ts";
import styles from "./quick.module.css";

interface StageProps {
  /** The jobs of the last run, in request order. */
  calls: readonly PerformerTaskItem[];
  comparison: Comparison;
}

/** The results of the last run in large size, autoplayed when ready. */
export const Stage = ({ calls, comparison }: StageProps) => {
  const { t } = useTranslation();
  if (calls.length === 0) return null;
  return (
    <ul className={styles.stage} data-many={calls.length > 1} aria-label={t("performers.quick.stage")}>
      {calls.map((call) => (
        <ResultTile
          key={call.id}
          call={call}
          playsAtOnce
          isMarked={comparison.marked.includes(call.id)}
          onMark={() => comparison.toggle(call.id)}
        />
      ))}
    </ul>
  );
};
