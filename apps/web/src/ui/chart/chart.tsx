import { BarChartOutlined, TableOutlined } from "@ant-design/icons";
import { Button } from "antd";
import { type ReactNode, useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { ErrorPanel } from "../feedback/error-panel.tsx";
import { Skeleton } from "../feedback/skeleton.tsx";
import "./chart.css";
import { ChartCanvas } from "./chart-canvas.tsx";
import { ChartTable } from "./chart-table.tsx";
import { seriesStyle } from "./series-style.ts";
import type { ChartData } from "./types.ts";

interface ChartProps extends ChartData {
  title: string;
  /** What the numbers are based on: "n = 480 votes per model, 95 % intervals". */
  note?: string;
  heightPx?: number;
  isLoading?: boolean;
  error?: unknown;
  onRetry?: () => void;
}

/** A chart and its table. ECharts is loaded with the first chart. Pass `series` with a stable identity. */
export const Chart = (props: ChartProps) => {
  const { title, note, kind, series, xName, yName, xScale, digits } = props;
  const { t } = useTranslation();
  const [isTable, setIsTable] = useState(false);
  const data = useMemo(
    () => ({ kind, series, xName, yName, xScale, digits }),
    [kind, series, xName, yName, xScale, digits],
  );
  const canTurn = !props.isLoading && !hasFailed(props.error) && !isEmpty(data);
  return (
    <figure className="ds-chart">
      <figcaption className="ds-chart-head">
        <span className="ds-chart-title">{title}</span>
        {canTurn ? (
          <Button
            size="small"
            type="text"
            icon={isTable ? <BarChartOutlined aria-hidden="true" /> : <TableOutlined aria-hidden="true" />}
            onClick={() => setIsTable(!isTable)}
          >
            {t(isTable ? "ui.chart.showChart" : "ui.chart.showTable")}
          </Button>
        ) : null}
      </figcaption>
      <ChartBody {...props} data={data} isTable={isTable} />
      {note === undefined ? null : <p className="ds-chart-note">{note}</p>}
    </figure>
  );
};

const isEmpty = (data: ChartData): boolean => data.series.every((one) => one.points.length === 0);
const hasFailed = (error: unknown): boolean => error !== undefined && error !== null;

interface ChartBodyProps extends ChartProps {
  data: ChartData;
  isTable: boolean;
}

const ChartBody = ({ title, data, isTable, heightPx = 280, isLoading, error, onRetry }: ChartBodyProps): ReactNode => {
  const { t } = useTranslation();
  const [failure, setFailure] = useState<unknown>();
  if (hasFailed(error)) return <ErrorPanel error={error} onRetry={onRetry} />;
  if (isLoading) return <ChartFrame heightPx={heightPx} content={<Skeleton rows={6} />} />;
  if (isEmpty(data)) {
    return <ChartFrame heightPx={heightPx} content={<p className="ds-chart-empty">{t("ui.chart.empty")}</p>} />;
  }
  if (isTable) return <ChartTable title={title} data={data} />;
  if (failure !== undefined) {
    return (
      <>
        <ErrorPanel isCompact title={t("ui.chart.failed")} error={failure} />
        <ChartTable title={title} data={data} />
      </>
    );
  }
  return (
    <>
      {data.kind !== "line" && data.series.length > 1 ? <Legend data={data} /> : null}
      <ChartCanvas title={title} data={data} heightPx={heightPx} onFailed={setFailure} />
    </>
  );
};

const ChartFrame = ({ heightPx, content }: { heightPx: number; content: ReactNode }) => (
  <div className="ds-chart-place" style={{ height: heightPx }}>
    {content}
  </div>
);

/** Lines are labelled at their end; bars and points of several series need a legend. */
const Legend = ({ data }: { data: ChartData }) => (
  <ul className="ds-chart-legend">
    {data.series.map((one) => (
      <li key={one.name}>
        <span aria-hidden="true" style={{ background: `var(--ds-${seriesStyle(one.name).colour})` }} />
        {one.name}
      </li>
    ))}
  </ul>
);
