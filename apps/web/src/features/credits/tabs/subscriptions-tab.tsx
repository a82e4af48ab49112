import { type PlanItem, providerName } from "@dailies/contract";
import { useQuery } from "@tanstack/react-query";
import { Button } from "antd";
import type { TFunction } from "i18next";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { RangeBar } from "../../../shared/time-span/range-bar.tsx";
import { localZone } from "../../../shared/time-span/zone.ts";
import type { Column } from "../../../ui/data-table/types.ts";
import { formatCount, formatMoney } from "../../../ui/format.ts";
import { cancellationModes, cancellationShown, canRepeat } from "../cancellation.rules.ts";
import { plansQuery } from "../credits.queries.ts";
import { ProviderState } from "../provider-state.tsx";
import { PlanStatus } from "../user-status.tsx";
import { CancellationNotices } from "./cancellation-notices.tsx";
import { Moment, Nothing } from "./cells.tsx";
import { ExportButton } from "./export-button.tsx";
import { listQueryOf } from "./list-query.ts";
import type { ListTabProps } from "./list-tab.ts";
import { UserList } from "./user-list.tsx";

const keyOf = ({ subscription_id }: PlanItem): string => subscription_id;

type OnEnd = ((plan: PlanItem) => void) | undefined;

const planColumns = (t: TFunction, locale: string, onEnd: OnEnd): Column<PlanItem>[] => {
  const title = (word: "started" | "periodStart" | "periodEnd" | "ends") =>
    t(`credits.columns.${word}`, { zone: localZone() });
  return [
    {
      key: "name",
      title: t("credits.columns.plan"),
      widthPx: 120,
      isFixed: true,
      render: ({ name, code }) => name || code,
    },
    {
      key: "status",
      title: t("credits.columns.status"),
      widthPx: 130,
      render: (plan) => <PlanStatus plan={plan} />,
    },
    {
      key: "provider",
      title: t("credits.columns.provider"),
      widthPx: 180,
      render: (plan) => (cancellationShown(plan) ? <ProviderState plan={plan} isShort /> : providerName(plan.provider)),
    },
    {
      key: "price",
      title: t("credits.columns.price"),
      widthPx: 144,
      isNumeric: true,
      render: ({ price_minor, currency, interval }) =>
        t(`credits.per.${interval}`, { price: formatMoney(price_minor, currency, locale) }),
    },
    { key: "end", title: title("periodEnd"), widthPx: 164, render: (row) => <Moment at={row.current_period_end} /> },
    { key: "cancel", title: title("ends"), widthPx: 164, render: (row) => <Moment at={row.cancel_at} /> },
    {
      key: "why",
      title: t("credits.columns.cancelReason"),
      widthPx: 150,
      render: ({ cancel_reason: why }) => (why === "" ? <Nothing /> : <span title={why}>{why}</span>),
    },
    {
      key: "act",
      title: t("credits.columns.act"),
      widthPx: 130,
      isPinned: true,
      render: (plan) =>
        cancellationModes(plan).length > 0 && !canRepeat(plan) && onEnd ? (
          <Button danger size="small" onClick={() => onEnd(plan)}>
            {t("credits.unsubscribe.open")}
          </Button>
        ) : (
          <Nothing />
        ),
    },
    {
      key: "credits",
      title: t("credits.columns.creditsPerPeriod"),
      widthPx: 130,
      isNumeric: true,
      isExtra: true,
      render: (row) => formatCount(row.credits_per_period, locale),
    },
    {
      key: "started",
      title: title("started"),
      widthPx: 164,
      isExtra: true,
      render: (row) => <Moment at={row.started_at} />,
    },
    {
      key: "start",
      title: title("periodStart"),
      widthPx: 164,
      isExtra: true,
      render: (row) => <Moment at={row.current_period_start} />,
    },
  ];
};

export const SubscriptionsTab = ({ onEnd, ...tab }: ListTabProps & { onEnd: OnEnd }) => {
  const { t, i18n } = useTranslation();
  const list = useQuery(plansQuery(listQueryOf(tab)));
  const columns = useMemo(() => planColumns(t, i18n.language, onEnd), [t, i18n.language, onEnd]);
  return (
    <>
      <RangeBar range={tab.address.range} onChange={tab.address.setRange}>
        <ExportButton kind="plan" {...tab} />
      </RangeBar>
      <CancellationNotices plans={list.data?.items ?? []} onEnd={onEnd} />
      <UserList kind="plans" columns={columns} rowKey={keyOf} list={list} address={tab.address} />
    </>
  );
};
