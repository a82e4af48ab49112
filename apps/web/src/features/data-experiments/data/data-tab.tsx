import type { ArmComparison, DataExperiment, ExperimentArm } from "@dailies/contract";
import { Button } from "antd";
import { useTranslation } from "react-i18next";
import { shiftOf } from "../../../shared/distributions/histogram.rules.ts";
import { HistogramPair } from "../../../shared/distributions/histogram-pair.tsx";
import { ErrorPanel } from "../../../ui/feedback/error-panel.tsx";
import { Progress } from "../../../ui/feedback/progress.tsx";
import { formatDecimal, formatDuration } from "../../../ui/format.ts";
import { useCompareArms } from "../data-experiments.queries.ts";
import { diffConditions } from "../data-experiments.rules.ts";
import styles from "./data.module.css";
import { OverlapBar } from "./overlap-bar.tsx";
import { UniqueWall } from "./unique-wall.tsx";

type Result = NonNullable<ArmComparison["result"]>;

/** Each arm beside the first one: conditions, shared samples, and how their numbers are distributed. */
export const DataTab = ({ experiment }: { experiment: DataExperiment }) => {
  const [base, ...others] = experiment.arms;
  if (!base) return null;
  return (
    <div className={styles.stack}>
      {others.map((arm) => (
        <ArmAgainstBase
          key={arm.position}
          id={experiment.id}
          base={base}
          arm={arm}
          comparison={experiment.comparisons.find(({ position }) => position === arm.position)}
        />
      ))}
    </div>
  );
};

interface PairProps {
  base: ExperimentArm;
  arm: ExperimentArm;
}

const ArmAgainstBase = ({
  id,
  base,
  arm,
  comparison,
}: PairProps & { id: string; comparison: ArmComparison | undefined }) => {
  const { t } = useTranslation();
  const title = t("dataExperiments.data.against", { arm: arm.name, base: base.name });
  const { mutate, isPending } = useCompareArms(id);
  return (
    <section className={styles.pair} aria-label={title}>
      <h2>{title}</h2>
      <Conditions base={base} arm={arm} />
      {comparison?.status === "Failed" || comparison?.status === "Cancelled" ? (
        <>
          <ErrorPanel isCompact title={t("dataExperiments.data.failed")} error={new Error(comparison.error ?? "")} />
          <div>
            <Button loading={isPending} onClick={() => mutate()}>
              {t("dataExperiments.data.again")}
            </Button>
          </div>
        </>
      ) : null}
      {comparison?.status === "Waiting" || comparison?.status === "Running" ? (
        <Progress label={t("dataExperiments.data.running")} done={0} isUntimed />
      ) : null}
      {comparison?.result ? <Compared base={base} arm={arm} result={comparison.result} /> : null}
    </section>
  );
};

/** Which conditions the two filters share, and which only one has. */
const Conditions = ({ base, arm }: PairProps) => {
  const { t } = useTranslation();
  const { both, onlyBase, onlyArm } = diffConditions(base, arm);
  const isSameSet = base.dataset_id === arm.dataset_id && base.version === arm.version;
  const setOf = ({ dataset_name: name, version }: ExperimentArm): string => `${name}@${version}`;
  const lists = [
    { title: t("dataExperiments.data.onlyIn", { name: arm.name }), conditions: onlyArm },
    { title: t("dataExperiments.data.onlyIn", { name: base.name }), conditions: onlyBase },
    { title: t("dataExperiments.data.inBoth"), conditions: both },
  ];
  return (
    <div>
      <h3>{t("dataExperiments.data.conditions")}</h3>
      {isSameSet ? null : <p>{t("dataExperiments.data.otherSet", { arm: setOf(arm), base: setOf(base) })}</p>}
      {onlyArm.length + onlyBase.length === 0 ? (
        <p className={styles.quiet}>{t("dataExperiments.data.sameConditions")}</p>
      ) : null}
      <dl className={styles.conditions}>
        {lists.map(({ title, conditions }) => (
          <div key={title}>
            <dt>{title}</dt>
            <dd>
              {conditions.length === 0 ? (
                <span className={styles.quiet}>{t("dataExperiments.data.noCondition")}</span>
              ) : (
                conditions.map((condition) => <code key={condition}>{condition}</code>)
              )}
            </dd>
          </div>
        ))}
      </dl>
    </div>
  );
};

const Compared = ({ base, arm, result }: PairProps & { result: Result }) => {
  const { t, i18n } = useTranslation();
  const lengths = [
    { name: arm.name, durationS: result.arm_duration_s },
    { name: base.name, durationS: result.base_duration_s },
  ];
  return (
    <>
      <div>
        <h3>{t("dataExperiments.data.samples")}</h3>
        <OverlapBar names={[arm.name, base.name]} result={result} />
        {lengths.map(({ name, durationS }) =>
          durationS === null ? null : (
            <p key={name} className={styles.quiet}>
              {t("dataExperiments.data.duration", { name, time: formatDuration(durationS * 1_000) })}
            </p>
          ),
        )}
      </div>
      {result.histograms.length === 0 ? null : (
        <div>
          <h3>{t("dataExperiments.data.distributions")}</h3>
          <p className={styles.quiet}>{t("dataExperiments.data.distanceHint")}</p>
          <div className={styles.charts}>
            {[...result.histograms]
              .sort((one, other) => other.distance - one.distance)
              .map(({ field, edges, arm_counts: ofArm, base_counts: ofBase, distance }) => (
                <HistogramPair
                  key={field}
                  field={field}
                  edges={edges}
                  counts={[ofArm, ofBase]}
                  names={[arm.name, base.name]}
                  note={t(`dataExperiments.data.shifts.${shiftOf(distance)}`, {
                    distance: formatDecimal(distance, 3, i18n.language),
                  })}
                  shareName={t("dataExperiments.data.share")}
                />
              ))}
          </div>
        </div>
      )}
      <UniqueWall arm={arm} unique={result.only_arm} />
      <UniqueWall arm={base} unique={result.only_base} />
    </>
  );
};
