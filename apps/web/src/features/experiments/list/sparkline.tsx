import type { ExperimentRun } from "@dailies/contract";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { bandPath, linearScale, linePath, valueScale } from "../curves/curve.rules.ts";
import { sparklineQuery } from "../experiments.queries.ts";
import styles from "./list.module.css";

const [WIDTH, HEIGHT] = [72, 22];

interface SparklineProps {
  run: Pick<ExperimentRun, "id" | "points" | "last_logged_at" | "source">;
  metric: string;
}

/** The course of a metric in a cell; loaded when the cell comes into sight. */
export const SparklineCell = ({ run, metric }: SparklineProps) => {
  const { t } = useTranslation();
  const { data } = useQuery(sparklineQuery(run.id, metric, run.points ?? Date.parse(run.last_logged_at)));
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
  const name =
    broken.length > 0
      ? t("experiments.list.sparklineBroken", { metric })
      : t(run.source === null ? "experiments.list.sparkline" : "experiments.sources.sampledSparkline", { metric });
  return (
    <svg className={styles.sparkline} viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label={name}>
      <path className={styles.band} d={bandPath(band)} />
      <path className={styles.line} d={linePath(line)} />
      {broken.map((at) => (
        <path key={at} className={styles.broken} d={`M${x.toPixel(at).toFixed(1)} 1v${HEIGHT - 2}`} />
      ))}
    </svg>
  );
};
