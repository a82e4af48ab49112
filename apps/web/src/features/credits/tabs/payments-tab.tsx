import { type OrderItem, providerName } from "@dailies/contract";
import { useQuery } from "@tanstack/react-query";
import type { TFunction } from "i18next";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { RangeBar } from "../../../shared/time-span/range-bar.tsx";
import { localZone } from "../../../shared/time-span/zone.ts";
import type { Column } from "../../../ui/data-table/types.ts";
import { formatCount, formatMoney } from "../../../ui/format.ts";
import { Mono } from "../../../ui/mono.tsx";
import { ordersQuery } from "../credits.queries.ts";
import { OrderStatus } from "../user-status.tsx";
import { Moment, Nothing } from "./cells.tsx";
import { ExportButton } from "./export-button.tsx";
import { listQueryOf } from "./list-query.ts";
import type { ListTabProps } from "./list-tab.ts";
import { UserList } from "./user-list.tsx";

const keyOf = ({ order_no }: OrderItem): string => order_no;

const orderColumns = (t: TFunction, locale: string): Column<OrderItem>[] => {
  const money = (amountMinor: number, { currency }: OrderItem) =>
    amountMinor === 0 ? <Nothing /> : formatMoney(amountMinor, currency, locale);
  const title = (word: "ordered" | "paid") => t(`credits.columns.${word}`, { zone: localZone() });
  return [
    {
      key: "at",
      title: title("ordered"),
      widthPx: 164,
      isFixed: true,
      render: (row) => <Moment at={row.ordered_at} />,
    },
    { key: "no", title: t("credits.columns.order"), widthPx: 150, render: (row) => <Mono value={row.order_no} /> },
    {
      key: "product",
      title: t("credits.columns.product"),
      widthPx: 170,
      render: ({ product }) => product.name || product.code,
    },
    {
      key: "status",
      title: t("credits.columns.status"),
      widthPx: 150,
      render: (row) => <OrderStatus status={row.status} />,
    },
    {
      key: "amount",
      title: t("credits.columns.money"),
      widthPx: 100,
      isNumeric: true,
      render: (row) => formatMoney(row.amount_minor, row.currency, locale),
    },
    {
      key: "refunded",
      title: t("credits.columns.refunded"),
      widthPx: 100,
      isNumeric: true,
      render: (row) => money(row.refunded_minor, row),
    },
    {
      key: "credits",
      title: t("credits.columns.credits"),
      widthPx: 96,
      isNumeric: true,
      render: (row) => formatCount(row.credits, locale),
    },
    {
      key: "lot",
      title: t("credits.columns.lot"),
      widthPx: 70,
      isNumeric: true,
      render: ({ grant_id }) => (grant_id === null ? <Nothing /> : `#${grant_id}`),
    },
    {
      key: "provider",
      title: t("credits.columns.provider"),
      widthPx: 100,
      render: ({ provider }) => providerName(provider),
    },
    { key: "paid", title: title("paid"), widthPx: 164, isExtra: true, render: (row) => <Moment at={row.paid_at} /> },
    {
      key: "tax",
      title: t("credits.columns.tax"),
      widthPx: 90,
      isNumeric: true,
      isExtra: true,
      render: (row) => money(row.tax_minor, row),
    },
    {
      key: "ref",
      title: t("credits.columns.providerRef"),
      widthPx: 180,
      isExtra: true,
      render: ({ provider_ref: ref }) => (ref === null ? <Nothing /> : <Mono value={ref} />),
    },
  ];
};

export const PaymentsTab = (tab: ListTabProps) => {
  const { t, i18n } = useTranslation();
  const list = useQuery(ordersQuery(listQueryOf(tab)));
  const columns = useMemo(() => orderColumns(t, i18n.language), [t, i18n.language]);
  return (
    <>
      <RangeBar range={tab.address.range} onChange={tab.address.setRange}>
        <ExportButton kind="order" {...tab} />
      </RangeBar>
      <UserList kind="orders" columns={columns} rowKey={keyOf} list={list} address={tab.address} />
    </>
  );
};
