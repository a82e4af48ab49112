import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { bandPath, linearScale, linePath, valueScale } from "../curves/curve.rules.ts";
import { sparklineQuery } from "../experiments.queries.ts";
import styles from "./list.module.css";

const [WIDTH, HEIGHT] = [72, 22];

interface SparklineProps {
  runId: string;
  metric: string;
  /** Of the run: more points, another line. */
  points: number;
}

/** The course of a metric in a cell; loaded when the cell comes into sight. */
export const SparklineCell = ({ runId, metric, points }: SparklineProps) => {
  const { t } = useTranslation();
  const { data } = useQuery(sparklineQuery(runId, metric, points));
  if (!data) return <span className={styles.sparkline} aria-hidden="true" />;
  const x = linearScale([0, Math.max(1, data.mean.length - 1)], [1, WIDTH - 1], 1);
  const values = [...data.min, ...data.max].flatMap((value) => (value === null ? [] : [value]));
  const y = valueScale(values, [HEIGHT - 2, 2], false);
  const band = data.max.map((high, at): readonly [number, number, number] | undefined => {
    const low = data.min[at];
    return high === null || low === null || low === undefined
      ? undefined
      : [x.toPixel(at), y.toPixel(high), y.toPixel(low)];
  });
  const line = data.mean.map((value, at): readonly [number, number] | undefined =>
    value === null ? undefined : [x.toPixel(at), y.toPixel(value)],
  );
  const broken = data.nan.flatMap((count, at) => (count + (data.infinite[at] ?? 0) > 0 ? [at] : []));
  return (
    <svg
      className={styles.sparkline}
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      role="img"
      aria-label={t(broken.length > 0 ? "experiments.list.sparklineBroken" : "experiments.list.sparkline", { metric })}
    >
      <path className={styles.band} d={bandPath(band)} />
      <path className={styles.line} d={linePath(line)} />
      {broken.map((at) => (
        <path key={at} className={styles.broken} d={`M${x.toPixel(at).toFixed(1)} 1v${HEIGHT - 2}`} />
      ))}
    </svg>
  );
};
