import type { DataExperiment, DataExperimentAct, JudgedArm } from "@dailies/contract";
import { useTranslation } from "react-i18next";
import { StatusTag } from "../../../ui/feedback/status-tag.tsx";
import { Time } from "../../../ui/time.tsx";
import { formatDifference, formatMean, formatWinRate } from "../data-experiments.rules.ts";
import styles from "./page.module.css";

/** Decisions and reopenings, newest first, each with the numbers as they were. */
export const Acts = ({ experiment }: { experiment: DataExperiment }) => {
  const { t } = useTranslation();
  if (experiment.acts.length === 0) return null;
  return (
    <section aria-label={t("dataExperiments.acts.title")}>
      <h2 className={styles.title}>{t("dataExperiments.acts.title")}</h2>
      <ol className={styles.acts}>
        {experiment.acts.map((act) => (
          <li key={act.number} className={styles.act}>
            <ActWords act={act} arms={experiment.arms} />
          </li>
        ))}
      </ol>
    </section>
  );
};

const ActWords = ({ act, arms }: { act: DataExperimentAct; arms: DataExperiment["arms"] }) => {
  const { t } = useTranslation();
  const arm = act.chosen === null ? undefined : arms[act.chosen - 1]?.name;
  const decision =
    arm === undefined ? t("dataExperiments.acts.decidedNone") : t("dataExperiments.acts.decidedFor", { arm });
  return (
    <>
      <p className={styles.actHead}>
        <StatusTag tone={act.kind === "decided" ? "success" : "info"}>
          {act.kind === "decided" ? decision : t("dataExperiments.acts.reopened")}
        </StatusTag>
        <span className={styles.quiet}>
          {t("dataExperiments.acts.by", { by: act.by })}
          <Time at={act.at} />
        </span>
      </p>
      <p className={styles.text}>{act.reason}</p>
      {act.numbers === null ? null : <FrozenNumbers numbers={act.numbers} />}
    </>
  );
};

const FrozenNumbers = ({ numbers }: { numbers: NonNullable<DataExperimentAct["numbers"]> }) => {
  const { t } = useTranslation();
  const differenceOf = new Map(numbers.differences.map((each) => [each.position, each]));
  return (
    <>
      <table className={styles.frozen}>
        <caption className={styles.quiet}>{t("dataExperiments.acts.numbers")}</caption>
        <tbody>
          {numbers.arms.map(({ position, name, result }) => {
            const difference = differenceOf.get(position);
            return (
              <tr key={position}>
                <th scope="row">{name}</th>
                <td className="ds-number">{formatMean(result) ?? t("dataExperiments.none")}</td>
                <td>{t("dataExperiments.acts.counted", { n: result.runs })}</td>
                <td className="ds-number">
                  {difference ? formatDifference(difference, t("dataExperiments.result.to")) : null}
                </td>
                <td>
                  {difference ? t(`dataExperiments.verdict.${difference.verdict}`) : t("dataExperiments.arm.base")}
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
      {numbers.judgings.map(({ task_id: id, name, arms }) => (
        <FrozenJudging key={id} name={name} arms={arms} nameOf={(position) => numbers.arms[position - 1]?.name ?? ""} />
      ))}
    </>
  );
};

interface FrozenJudgingProps {
  name: string;
  arms: readonly JudgedArm[];
  nameOf: (position: number) => string;
}

const FrozenJudging = ({ name, arms, nameOf }: FrozenJudgingProps) => {
  const { t } = useTranslation();
  return arms.map(({ position, wins }) => {
    const rate = wins && formatWinRate(wins, t("dataExperiments.result.to"));
    if (!rate) return null;
    return (
      <p key={position} className={styles.quiet}>
        {t("dataExperiments.judgings.frozen", { arm: nameOf(position), rate, judging: name })}
      </p>
    );
  });
};
