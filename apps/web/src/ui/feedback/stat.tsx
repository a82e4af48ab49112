import { ArrowDownOutlined, ArrowUpOutlined, MinusOutlined } from "@ant-design/icons";
import { useTranslation } from "react-i18next";
import { formatCount, formatDecimal } from "../format.ts";
import { SkeletonLine } from "./skeleton.tsx";
import "./stat.css";

export interface StatTrend {
  delta: number;
  /** What it is compared with: "since last week". */
  since: string;
}

interface StatProps {
  label: string;
  /** Absent if it was not computed; shown as such, never as zero. */
  value?: number;
  digits?: number;
  unit?: string;
  halfWidth?: number;
  /** The number of observations behind the value. */
  n?: number;
  trend?: StatTrend;
  isLoading?: boolean;
}

export const Stat = ({ label, isLoading, ...rest }: StatProps) => (
  <div className="ds-stat" aria-busy={isLoading}>
    <span className="ds-stat-label">{label}</span>
    {isLoading ? <LoadingStat /> : <StatBody {...rest} />}
  </div>
);

const LoadingStat = () => (
  <span className="ds-stat-place">
    <SkeletonLine width="60%" />
  </span>
);

const StatBody = ({ value, digits = 0, unit, halfWidth, n, trend }: Omit<StatProps, "label" | "isLoading">) => {
  const { t, i18n } = useTranslation();
  const decimal = (number: number): string => formatDecimal(number, digits, i18n.language);
  if (value === undefined) return <span className="ds-stat-absent">{t("ui.stat.notComputed")}</span>;
  return (
    <>
      <span className="ds-stat-value ds-number">
        {decimal(value)}
        {halfWidth === undefined ? null : (
          <span className="ds-stat-width">
            <span aria-hidden="true"> ± {decimal(halfWidth)}</span>
            <span className="ds-visually-hidden"> {t("ui.stat.plusMinus", { value: decimal(halfWidth) })}</span>
          </span>
        )}
        {unit === undefined ? null : <span className="ds-stat-unit"> {unit}</span>}
      </span>
      <span className="ds-stat-foot ds-number">
        {n === undefined ? null : <span>{t("ui.stat.sample", { size: formatCount(n, i18n.language) })}</span>}
        {trend === undefined ? null : <Trend trend={trend} digits={digits} />}
      </span>
    </>
  );
};

const TREND_ICONS = { up: <ArrowUpOutlined />, down: <ArrowDownOutlined />, same: <MinusOutlined /> } as const;

const trendDirection = (delta: number): keyof typeof TREND_ICONS => {
  if (delta === 0) return "same";
  return delta > 0 ? "up" : "down";
};

const Trend = ({ trend, digits }: { trend: StatTrend; digits: number }) => {
  const { t, i18n } = useTranslation();
  const direction = trendDirection(trend.delta);
  const delta = formatDecimal(Math.abs(trend.delta), digits, i18n.language);
  return (
    <span>
      <span aria-hidden="true">{TREND_ICONS[direction]}</span> {t(`ui.stat.${direction}`, { delta })} {trend.since}
    </span>
  );
};
