import type { CreditMovement } from "@dailies/contract";
import type { TFunction } from "i18next";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { formatSeconds } from "../../../shared/money.ts";
import { localZone } from "../../../shared/time-span/zone.ts";
import type { Column } from "../../../ui/data-table/types.ts";
import { StatusTag, type StatusTone } from "../../../ui/feedback/status-tag.tsx";
import { formatNumber } from "../../../ui/format.ts";
import { FromTo, Moment, Nothing, signed } from "./cells.tsx";

const TONES: Record<CreditMovement["type"], StatusTone> = {
  grant: "success",
  refund: "success",
  adjust: "info",
  reserve: "neutral",
  void: "neutral",
  settle: "info",
  expire: "warning",
  reverse: "warning",
};

/** The credits a job used: a charge releases its reservation and refunds the rest, so the change alone does not show it. */
const usedOf = ({ type, amount, reserved_change }: CreditMovement, t: TFunction, locale: string): string | null =>
  type === "settle"
    ? t("credits.used", {
        used: formatNumber(-(amount + reserved_change), locale),
        held: formatNumber(-reserved_change, locale),
      })
    : null;

/** The job, if any, and the reason the operator gave. */
const aboutOf = (row: CreditMovement, t: TFunction, locale: string): string =>
  [usedOf(row, t, locale), row.model, row.reason, row.project_id]
    .filter((part) => part !== null && part !== "")
    .join(" · ");

const text = (value: string | null) =>
  value === null || value === "" ? <Nothing /> : <span title={value}>{value}</span>;

const mainColumns = (t: TFunction, locale: string): Column<CreditMovement>[] => [
  {
    key: "at",
    title: t("credits.columns.time", { zone: localZone() }),
    widthPx: 164,
    isFixed: true,
    render: ({ at }) => <Moment at={at} />,
  },
  {
    key: "type",
    title: t("credits.columns.type"),
    widthPx: 112,
    render: ({ type }) => <StatusTag tone={TONES[type]}>{t(`credits.movements.${type}`)}</StatusTag>,
  },
  {
    key: "amount",
    title: t("credits.columns.amount"),
    widthPx: 96,
    isNumeric: true,
    render: ({ amount }) => signed(amount, locale),
  },
  {
    key: "balance",
    title: t("credits.columns.available"),
    widthPx: 150,
    isNumeric: true,
    render: (row) => <FromTo before={row.available_before} after={row.available_after} />,
  },
  {
    key: "reserved",
    title: t("credits.columns.held"),
    widthPx: 120,
    isNumeric: true,
    render: (row) => <FromTo before={row.reserved_before} after={row.reserved_after} />,
  },
  { key: "about", title: t("credits.columns.about"), widthPx: 240, render: (row) => text(aboutOf(row, t, locale)) },
  { key: "actor", title: t("credits.columns.actor"), widthPx: 130, render: ({ actor }) => text(actor) },
];

const extraColumns = (t: TFunction, locale: string): Column<CreditMovement>[] => {
  const extra = (key: string, title: string, widthPx: number, render: Column<CreditMovement>["render"]) => ({
    key,
    title,
    widthPx,
    render,
    isExtra: true,
  });
  const number = (value: number | null) => (value === null ? <Nothing /> : formatNumber(value, locale));
  return [
    extra("seq", t("credits.columns.seq"), 80, ({ seq }) => `#${seq}`),
    extra("lots", t("credits.columns.lots"), 140, ({ lots }) =>
      text(lots.map(({ lot, amount }) => `#${lot}: ${formatNumber(amount, locale)}`).join(", ")),
    ),
    extra("project", t("credits.columns.project"), 140, ({ project_id }) => text(project_id)),
    extra("task", t("credits.columns.task"), 140, ({ task_id }) => text(task_id)),
    extra("duration", t("credits.columns.duration"), 90, ({ duration_s }) =>
      duration_s === null ? <Nothing /> : formatSeconds(duration_s, locale),
    ),
    extra("resolution", t("credits.columns.resolution"), 110, ({ resolution }) => text(resolution)),
    extra("unitPrice", t("credits.columns.unitPrice"), 90, ({ unit_price }) => number(unit_price)),
    extra("reference", t("credits.columns.reference"), 160, ({ reference }) => text(reference)),
  ];
};

export const useMovementColumns = (): Column<CreditMovement>[] => {
  const { t, i18n } = useTranslation();
  return useMemo(() => [...mainColumns(t, i18n.language), ...extraColumns(t, i18n.language)], [t, i18n.language]);
};
