import type { Curve, ExperimentRunDetail, RunMetric } from "@dailies/contract";
import { useTranslation } from "react-i18next";
import { Time } from "../../../ui/time.tsx";
import styles from "./curves.module.css";

interface CurveNotesProps {
  runs: readonly ExperimentRunDetail[];
  items: readonly Curve[];
}

/** What is not to be believed of curves of a source: points that are old, missing or picked. */
export const CurveNotes = ({ runs, items }: CurveNotesProps) => {
  const { t } = useTranslation();
  const notes = runs.flatMap(({ id, name }) => {
    const source = items.find((each) => each.run_id === id)?.source ?? null;
    return source && (source.fault !== null || source.is_sampled) ? [{ id, name, source }] : [];
  });
  return notes.map(({ id, name, source }) => (
    <p key={id} className={styles.quiet} role="status">
      {source.fault === null ? null : (
        <>
          {t("experiments.sources.curve.stale", { name })} {t(`experiments.sources.fault.${source.fault}`)}{" "}
          {source.read_at === null ? (
            t("experiments.sources.curve.never")
          ) : (
            <>
              {t("experiments.sources.curve.asOf")} <Time at={source.read_at} />.
            </>
          )}{" "}
        </>
      )}
      {source.is_sampled ? t("experiments.sources.curve.sampled", { name }) : null}
    </p>
  ));
};

/** The figures of a metric; where the source does not tell them, those of the points on the chart. */
export const totalsOf = (metric: RunMetric | undefined, curve: Curve | undefined) => {
  if (metric === undefined) return undefined;
  const { points, nan_points: nan, infinite_points: infinite } = metric;
  if (points !== null && nan !== null && infinite !== null) {
    return { ...metric, points, nan_points: nan, infinite_points: infinite };
  }
  const finite = (values: readonly (number | null)[]): number[] => values.flatMap((value) => value ?? []);
  const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);
  const [mins, maxs] = [finite(curve?.min ?? []), finite(curve?.max ?? [])];
  return {
    ...metric,
    // Points that were never fetched are not none.
    points: curve?.source?.read_at === null ? null : (curve?.points ?? 0),
    nan_points: sum(curve?.nan ?? []),
    infinite_points: sum(curve?.infinite ?? []),
    min: mins.length === 0 ? null : Math.min(...mins),
    max: maxs.length === 0 ? null : Math.max(...maxs),
  };
};
