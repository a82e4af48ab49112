import type { Board, EvaluationDetail, metricAgainstHuman } from "@dailies/contract";
import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import type { z } from "zod";
import { Chart } from "../../../ui/chart/chart.tsx";
import type { ChartSeries } from "../../../ui/chart/types.ts";
import { EmptyState } from "../../../ui/feedback/empty-state.tsx";
import { ErrorPanel } from "../../../ui/feedback/error-panel.tsx";
import { Skeleton } from "../../../ui/feedback/skeleton.tsx";
import { formatCount, formatDecimal } from "../../../ui/format.ts";
import { BoardGate } from "../board/board-gate.tsx";
import { metricsQuery } from "../leaderboards.queries.ts";
import { labelsOf } from "../prompts/prompt-entries.ts";
import { metricName, specOf } from "./metric-names.ts";
import styles from "./metrics.module.css";

type Metric = z.output<typeof metricAgainstHuman>["metrics"][number];

/** Correlation between metrics and human judgements. */
export const MetricsTab = ({ evaluation }: { evaluation: EvaluationDetail }) => (
  <BoardGate evaluation={evaluation}>{(board) => <Metrics board={board} />}</BoardGate>
);

const Metrics = ({ board }: { board: Board }) => {
  const { t } = useTranslation();
  const { data, error, isFetching, refetch } = useQuery(metricsQuery(board.task_id));
  if (error && !data) {
    return (
      <ErrorPanel
        title={t("leaderboards.metrics.failed")}
        error={error}
        isRetrying={isFetching}
        onRetry={() => void refetch()}
      />
    );
  }
  if (!data) return <Skeleton rows={8} />;
  if (data.metrics.length === 0) {
    return <EmptyState title={t("leaderboards.metrics.none")}>{t("leaderboards.metrics.noneHint")}</EmptyState>;
  }
  return (
    <>
      <p className={styles.reading}>{t("leaderboards.metrics.reading")}</p>
      <div className={styles.charts}>
        {data.metrics.map((metric) => (
          <MetricChart key={`${metric.key} ${metric.version}`} board={board} metric={metric} />
        ))}
      </div>
    </>
  );
};

const CORRELATION_DIGITS = 2;
const HEIGHT_PX = 220;
const DIGITS = 3;

const seriesOf = (points: Metric["points"], labelOf: (entry: number) => string): ChartSeries[] => {
  const byEntry = Map.groupBy(points, ({ entry }) => entry);
  return [...byEntry].map(([entry, own]) => ({
    name: labelOf(entry),
    points: own.map(({ metric, human }) => ({ x: metric, y: human })),
  }));
};

const MetricChart = ({ board, metric }: { board: Board; metric: Metric }) => {
  const { t } = useTranslation();
  const series = useMemo(() => seriesOf(metric.points, labelsOf(board)), [metric.points, board]);
  const name = metricName(metric.key);
  return (
    <div>
      <Chart
        kind="scatter"
        xScale="value"
        title={name}
        series={series}
        xName={metric.unit && metric.unit !== name.toLowerCase() ? `${name}, ${metric.unit}` : name}
        yName={t("leaderboards.metrics.human")}
        digits={DIGITS}
        heightPx={HEIGHT_PX}
        note={useNote(metric)}
      />
    </div>
  );
};

const useNote = ({ key, version, correlation, points }: Metric): string => {
  const { t, i18n } = useTranslation();
  const number = (value: number): string => formatDecimal(value, CORRELATION_DIGITS, i18n.language);
  const n = formatCount(points.length, i18n.language);
  const found = correlation
    ? t("leaderboards.metrics.correlation", {
        value: number(correlation.value),
        range: t("leaderboards.board.range", { low: number(correlation.low), high: number(correlation.high) }),
        n,
      })
    : t("leaderboards.metrics.noCorrelation", { n });
  return [found, specOf(key)?.definition, t("leaderboards.metrics.version", { version })].filter(Boolean).join(". ");
};
