import type { Curve, ExperimentRunDetail, RunMetric } from "@dailies/contract";
import { useQuery } from "@tanstack/react-query";
import { Button } from "antd";
import { useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { formatMetric } from "../../../shared/metric-value.ts";
import { ErrorPanel } from "../../../ui/feedback/error-panel.tsx";
import { Skeleton } from "../../../ui/feedback/skeleton.tsx";
import { formatCount } from "../../../ui/format.ts";
import { curvesQuery } from "../experiments.queries.ts";
import { runStyle } from "../experiments.rules.ts";
import { toChartBuckets } from "./curve.rules.ts";
import { type ChartCurve, CurveChart } from "./curve-chart.tsx";
import { CurveNotes, totalsOf } from "./curve-notes.tsx";
import type { CurveSettings } from "./curve-settings.tsx";
import styles from "./curves.module.css";

interface CurvePanelProps {
  metric: string;
  /** The place of a run decides its colour. */
  runs: readonly ExperimentRunDetail[];
  settings: CurveSettings;
  /** The report whose curves are shown, as they were. */
  reportId?: string | undefined;
}

/** One metric of the runs: the chart, and what the chart cannot show beside it. */
export const CurvePanel = ({ metric, runs, settings, reportId }: CurvePanelProps) => {
  const { t } = useTranslation();
  const [range, setRange] = useState<readonly [number, number]>();
  const state = runs.map((each) => stateOf(metricOf(each, metric))).join(" ");
  const asked = useQuery(curvesQuery({ runIds: runs.map(({ id }) => id), metric, range, state, reportId }));
  const curves = useCurves(asked.data?.items, runs, settings);
  return (
    <figure className={styles.panel} aria-label={metric}>
      <figcaption className={styles.head}>
        <span className={styles.metric}>{metric}</span>
        {range === undefined ? null : (
          <Button size="small" onClick={() => setRange(undefined)}>
            {t("experiments.curves.wholeRun")}
          </Button>
        )}
      </figcaption>
      {asked.error ? <ErrorPanel isCompact error={asked.error} onRetry={() => void asked.refetch()} /> : null}
      {asked.isPending ? (
        <Skeleton rows={5} />
      ) : (
        <>
          {curves.length === 0 ? null : (
            <CurveChart
              name={metric}
              curves={curves}
              axis={settings.axis}
              isLog={settings.isLog}
              isSmoothed={settings.smoothing > 0}
              onZoom={reportId === undefined ? (from, to) => setRange([from, to]) : undefined}
            />
          )}
          <CurveFacts
            metric={metric}
            runs={runs}
            curves={curves}
            items={asked.data?.items ?? []}
            isLog={settings.isLog}
          />
          <CurveNotes runs={runs} items={asked.data?.items ?? []} />
        </>
      )}
    </figure>
  );
};

const metricOf = (run: ExperimentRunDetail, key: string) => run.metrics.find((each) => each.key === key);

/** A source does not say how many points there are; the last one changes with every new one. */
const stateOf = (metric: RunMetric | undefined): string =>
  metric === undefined ? "" : `${metric.points ?? `${metric.last_step} ${metric.at}`}`;

const useCurves = (
  items: readonly Curve[] | undefined,
  runs: readonly ExperimentRunDetail[],
  { axis, smoothing }: CurveSettings,
): ChartCurve[] =>
  useMemo(
    () =>
      runs.flatMap((run, place) => {
        const curve = items?.find((each) => each.run_id === run.id);
        if (!curve || curve.to.length === 0) return [];
        const buckets = toChartBuckets(curve, axis, Date.parse(run.started_at), smoothing);
        return [{ id: run.id, name: run.name, buckets, ...runStyle(place) }];
      }),
    [items, runs, axis, smoothing],
  );

type CurveFactsProps = Pick<CurvePanelProps, "metric" | "runs"> & {
  curves: readonly ChartCurve[];
  items: readonly Curve[];
  isLog: boolean;
};

/** The figures of each run in words, so that no colour and no line is needed to read them. */
const CurveFacts = ({ metric, runs, curves, items, isLog }: CurveFactsProps) => {
  const { t } = useTranslation();
  const hidden = isLog
    ? curves.reduce((sum, { buckets }) => sum + buckets.filter(({ min }) => min !== null && min <= 0).length, 0)
    : 0;
  return (
    <>
      <ul className={styles.facts}>
        {runs.map((run, place) => (
          <RunFacts
            key={run.id}
            run={run}
            colour={runStyle(place).colour}
            known={totalsOf(
              metricOf(run, metric),
              items.find((each) => each.run_id === run.id),
            )}
          />
        ))}
      </ul>
      {hidden > 0 ? <p className={styles.quiet}>{t("experiments.curves.hiddenOnLog", { count: hidden })}</p> : null}
    </>
  );
};

interface RunFactsProps {
  run: ExperimentRunDetail;
  colour: string;
  known: ReturnType<typeof totalsOf>;
}

const RunFacts = ({ run, colour, known }: RunFactsProps) => {
  const { t, i18n } = useTranslation();
  return (
    <li>
      <span className={styles.swatch} style={{ background: colour }} aria-hidden="true" />
      <span className={styles.run}>{run.name}</span>
      <span className={styles.quiet}>
        {known === undefined ? t("experiments.curves.notLogged") : <Figures of={known} />}
      </span>
      {known && known.nan_points + known.infinite_points > 0 ? (
        <span className={styles.bad}>
          {t("experiments.curves.notFiniteCount", {
            nan: formatCount(known.nan_points, i18n.language),
            infinite: formatCount(known.infinite_points, i18n.language),
          })}
        </span>
      ) : null}
    </li>
  );
};

const Figures = ({ of: { value, min, max, points } }: { of: NonNullable<RunFactsProps["known"]> }) => {
  const { t, i18n } = useTranslation();
  const last = formatMetric(value);
  if (points === null) return t("experiments.curves.lastOnly", { last });
  const none = t("experiments.none");
  return t("experiments.curves.facts", {
    last,
    min: min === null ? none : formatMetric(min),
    max: max === null ? none : formatMetric(max),
    points: formatCount(points, i18n.language),
  });
};
