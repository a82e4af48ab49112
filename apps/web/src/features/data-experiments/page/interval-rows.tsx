import type { ExperimentArm } from "@dailies/contract";
import { useTranslation } from "react-i18next";
import { formatMetric } from "../../../shared/metric-value.ts";
import { formatMean } from "../data-experiments.rules.ts";
import { placeOnScale } from "./interval-scale.ts";
import styles from "./page.module.css";

interface IntervalRowsProps {
  title: string;
  arms: readonly ExperimentArm[];
}

/** On one scale: each run as a tick, the mean as a dot, and its interval as a bar. The numbers stand beside them. */
export const IntervalRows = ({ title, arms }: IntervalRowsProps) => {
  const { t } = useTranslation();
  const scale = placeOnScale(arms);
  if (!scale) return null;
  return (
    <figure className={styles.intervals}>
      <figcaption className={styles.name}>{title}</figcaption>
      {scale.rows.map(({ position, name, result, mean, interval, ticks }) => (
        <div key={position} className={styles.intervalRow}>
          <span className={styles.intervalName} title={name}>
            {name}
          </span>
          <span className={styles.track} aria-hidden="true">
            {interval ? (
              <span className={styles.interval} style={{ left: `${interval.from}%`, width: `${interval.width}%` }} />
            ) : null}
            {ticks.map(({ id, at }) => (
              <span key={id} className={styles.tick} style={{ left: `${at}%` }} />
            ))}
            {mean === undefined ? null : <span className={styles.dot} style={{ left: `${mean}%` }} />}
          </span>
          <span className="ds-number">{formatMean(result) ?? t("dataExperiments.arm.noMean")}</span>
        </div>
      ))}
      <div className={styles.intervalRow} aria-hidden="true">
        <span />
        <span className={`${styles.ends} ds-number`}>
          <span>{formatMetric(scale.low)}</span>
          <span>{formatMetric(scale.high)}</span>
        </span>
        <span />
      </div>
    </figure>
  );
};
