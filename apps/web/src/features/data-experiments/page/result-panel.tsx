import type { ArmDifference, DataExperiment } from "@dailies/contract";
import { useTranslation } from "react-i18next";
import { StatusTag } from "../../../ui/feedback/status-tag.tsx";
import { formatDifference, VERDICT_TONES } from "../data-experiments.rules.ts";
import { IntervalRows } from "./interval-rows.tsx";
import styles from "./page.module.css";

/** What the runs say about each arm, in words first. */
export const ResultPanel = ({ experiment }: { experiment: DataExperiment }) => {
  const { t } = useTranslation();
  const { arms, differences, differing_params: params, metric } = experiment;
  const base = arms[0]?.name ?? "";
  return (
    <section className={styles.stack} aria-label={t("dataExperiments.result.title")}>
      <h2 className={styles.title}>{t("dataExperiments.result.title")}</h2>
      <ul className={styles.verdicts}>
        {differences.map((difference) => (
          <Verdict
            key={difference.position}
            difference={difference}
            words={t("dataExperiments.result.against", { arm: arms[difference.position - 1]?.name ?? "", base })}
          />
        ))}
      </ul>
      {params.length === 0 ? null : (
        <p className={styles.warning} role="note">
          {t("dataExperiments.result.params", { count: params.length, names: params.join(", ") })}
        </p>
      )}
      <IntervalRows title={t("dataExperiments.result.chart", { metric })} arms={arms} />
      <p className={styles.quiet}>{t("dataExperiments.result.method")}</p>
    </section>
  );
};

const Verdict = ({ difference, words }: { difference: ArmDifference; words: string }) => {
  const { t } = useTranslation();
  const { verdict } = difference;
  const numbers = formatDifference(difference, t("dataExperiments.result.to"));
  const hint = numbers === undefined ? "needsRuns" : verdict;
  return (
    <li className={styles.verdict}>
      <span className={styles.name}>{words}</span>
      <StatusTag tone={VERDICT_TONES[verdict]}>{t(`dataExperiments.verdict.${verdict}`)}</StatusTag>
      {numbers === undefined ? null : <span className="ds-number">{numbers}</span>}
      <span className={styles.quiet}>{t(`dataExperiments.verdictHint.${hint}`)}</span>
    </li>
  );
};
