import type { ExperimentRunDetail } from "@dailies/contract";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { experimentRunAddress } from "../../../lib/paths.ts";
import { useNow } from "../../../ui/use-now.ts";
import { runStyle } from "../experiments.rules.ts";
import { RunStatus } from "../list/run-columns.tsx";
import styles from "./compare.module.css";

interface RunChipsProps {
  runs: readonly ExperimentRunDetail[];
  /** As they were at some time: a run that ran then may have ended. */
  isFrozen?: boolean;
}

/** The compared runs with their colours. */
export const RunChips = ({ runs, isFrozen = false }: RunChipsProps) => {
  const { t } = useTranslation();
  const nowMs = useNow();
  return (
    <ul className={styles.chips} aria-label={t("experiments.compare.runs")}>
      {runs.map((run, place) => (
        <li key={run.id}>
          <span className={styles.swatch} style={{ background: runStyle(place).colour }} aria-hidden="true" />
          <Link to={experimentRunAddress(run.id)}>{run.name}</Link>
          <RunStatus run={run} nowMs={isFrozen ? 0 : nowMs} />
        </li>
      ))}
    </ul>
  );
};
