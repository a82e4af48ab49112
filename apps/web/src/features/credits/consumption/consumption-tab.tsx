import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { RangeBar } from "../../../shared/time-span/range-bar.tsx";
import { localZone } from "../../../shared/time-span/zone.ts";
import { EmptyState } from "../../../ui/feedback/empty-state.tsx";
import { ErrorPanel } from "../../../ui/feedback/error-panel.tsx";
import { Skeleton } from "../../../ui/feedback/skeleton.tsx";
import { consumptionQuery } from "../credits.queries.ts";
import type { ListTabProps } from "../tabs/list-tab.ts";
import styles from "./consumption.module.css";
import {
  barsOf,
  type Consumed,
  chartRange,
  DEFAULT_CHART_DAYS,
  MAX_CHART_DAYS,
  totalsByModel,
} from "./consumption.rules.ts";
import { ConsumptionChart } from "./consumption-chart.tsx";
import { ConsumptionTables } from "./consumption-tables.tsx";

/** The credits consumed by the user's jobs, per day and model. */
export const ConsumptionTab = ({ email, address, nowMs }: ListTabProps) => {
  const { t } = useTranslation();
  const { days, cut, ...range } = chartRange(address.range, nowMs);
  const found = useQuery(consumptionQuery({ user_email: email, ...range, time_zone: localZone() }));
  const words = {
    default: t("credits.consumption.cutDefault", { count: DEFAULT_CHART_DAYS }),
    long: t("credits.consumption.cutLong", { count: MAX_CHART_DAYS }),
  };
  return (
    <>
      <RangeBar range={address.range} onChange={address.setRange} />
      {cut ? <p className={styles.note}>{words[cut]}</p> : null}
      {found.isError ? (
        <ErrorPanel
          title={t("credits.consumption.failed")}
          error={found.error}
          onRetry={() => void found.refetch()}
          isRetrying={found.isFetching}
        />
      ) : null}
      {found.isPending ? <Skeleton rows={8} /> : null}
      {found.data ? <Consumption days={days} rows={found.data.days} /> : null}
    </>
  );
};

const Consumption = ({ days, rows }: { days: readonly string[]; rows: readonly Consumed[] }) => {
  const { t } = useTranslation();
  const models = useMemo(() => totalsByModel(rows), [rows]);
  if (rows.length === 0)
    return (
      <EmptyState picture="lens" title={t("credits.consumption.none")}>
        {t("credits.consumption.noneHint")}
      </EmptyState>
    );
  return (
    <div className={styles.both}>
      <figure className={styles.figure}>
        <figcaption className={styles.caption}>{t("credits.consumption.title")}</figcaption>
        <ConsumptionChart bars={barsOf(days, rows)} models={models} />
      </figure>
      <ConsumptionTables rows={rows} models={models} />
    </div>
  );
};
