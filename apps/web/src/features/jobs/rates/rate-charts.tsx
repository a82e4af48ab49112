import type { JobKind, JobRatePoint, JobRates } from "@dailies/contract";
import { useQuery } from "@tanstack/react-query";
import { Segmented } from "antd";
import { type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";
import { Sparkline } from "../../../ui/chart/sparkline.tsx";
import { ErrorPanel } from "../../../ui/feedback/error-panel.tsx";
import { SkeletonLine } from "../../../ui/feedback/skeleton.tsx";
import { formatDecimal, formatDuration, formatMinute } from "../../../ui/format.ts";
import { useNow } from "../../../ui/use-now.ts";
import { jobRatesQuery } from "../jobs.queries.ts";
import styles from "./rates.module.css";

const HOURS = [6, 24] as const;

interface RateChartsProps {
  kinds: JobKind[] | undefined;
  onOpen: (jobId: string) => void;
}

/** How long jobs wait for their start, and how many finish and fail in a minute, over the last hours. */
export const RateCharts = ({ kinds, onOpen }: RateChartsProps) => {
  const { t } = useTranslation();
  const [hours, setHours] = useState<number>(HOURS[0]);
  const rates = useQuery(jobRatesQuery({ ...(kinds?.length && { kinds }), hours }));
  return (
    <section className={styles.rates} aria-label={t("jobs.rates.title")}>
      {rates.error && !rates.data ? (
        <ErrorPanel isCompact error={rates.error} onRetry={() => void rates.refetch()} />
      ) : (
        <Charts rates={rates.data} hours={hours} onOpen={onOpen} />
      )}
      <Segmented<number>
        size="small"
        value={hours}
        aria-label={t("jobs.rates.span")}
        options={HOURS.map((value) => ({ value, label: t("jobs.rates.hours", { hours: value }) }))}
        onChange={setHours}
      />
    </section>
  );
};

interface ChartsProps {
  rates: JobRates | undefined;
  hours: number;
  onOpen: (jobId: string) => void;
}

const perMinute = (jobs: number, { seconds }: JobRatePoint): number => (jobs / seconds) * 60;

const Charts = ({ rates, hours, onOpen }: ChartsProps) => {
  const { t, i18n } = useTranslation();
  // The last step has only begun: a single job in its first seconds would look like a peak.
  const points = (rates?.points ?? []).filter(({ seconds }) => seconds >= 60);
  const rate = (value: number): string => formatDecimal(value, 1, i18n.language);
  const wait = (value: number): string => formatDuration(value * 1_000);
  const common = { hours, points, isLoading: rates === undefined };
  return (
    <>
      <RateChart {...common} title={t("jobs.rates.wait")} figureOf={({ waited_s: waited }) => waited} shown={wait}>
        <OldestWaiting oldest={rates?.oldest_waiting ?? null} onOpen={onOpen} />
      </RateChart>
      <RateChart
        {...common}
        title={t("jobs.rates.finished")}
        tone="success"
        figureOf={(point) => perMinute(point.finished, point)}
        shown={rate}
      />
      <RateChart
        {...common}
        title={t("jobs.rates.failed")}
        tone="error"
        figureOf={(point) => perMinute(point.failed, point)}
        shown={rate}
      />
    </>
  );
};

interface RateChartProps {
  title: string;
  points: readonly JobRatePoint[];
  figureOf: (point: JobRatePoint) => number | null;
  shown: (value: number) => string;
  hours: number;
  isLoading: boolean;
  tone?: "error" | "success";
  children?: ReactNode;
}

const RateChart = ({ title, points, figureOf, shown, hours, isLoading, tone, children }: RateChartProps) => {
  const { t, i18n } = useTranslation();
  const values = points.map(figureOf);
  const known = values.filter((value) => value !== null);
  const last = known.at(-1);
  const highest = Math.max(0, ...known);
  const at = points[values.indexOf(highest)]?.at;
  const words =
    last === undefined || at === undefined
      ? t("jobs.rates.nothing", { title, hours })
      : t("jobs.rates.words", {
          title,
          hours,
          last: shown(last),
          highest: shown(highest),
          at: formatMinute(new Date(at), i18n.language),
        });
  return (
    <div className={styles.chart} aria-busy={isLoading}>
      <span className={styles.title}>{title}</span>
      <span className={`${styles.value} ds-number`}>{last === undefined ? "–" : shown(last)}</span>
      {isLoading ? <SkeletonLine width="100%" /> : <Sparkline isWide values={values} words={words} tone={tone} />}
      {children}
    </div>
  );
};

interface OldestWaitingProps {
  oldest: JobRates["oldest_waiting"];
  onOpen: (jobId: string) => void;
}

const OldestWaiting = ({ oldest, onOpen }: OldestWaitingProps) => {
  const { t } = useTranslation();
  const nowMs = useNow();
  if (oldest === null) return <span className={styles.note}>{t("jobs.rates.noneWaiting")}</span>;
  const age = formatDuration(Math.max(0, nowMs - Date.parse(oldest.created_at)));
  return (
    <button type="button" className={styles.note} data-opens onClick={() => onOpen(oldest.id)}>
      {t("jobs.rates.oldest", { age, kind: t(`jobs.kinds.${oldest.kind}`) })}
    </button>
  );
};
