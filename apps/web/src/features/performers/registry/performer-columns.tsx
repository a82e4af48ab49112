import type { PerformerItem } from "@dailies/contract";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { formatMicros } from "../../../shared/money.ts";
import { HealthTag } from "../../../shared/performer-picker/health-dot.tsx";
import type { Column } from "../../../ui/data-table/types.ts";
import { formatCount, formatDuration, formatPercent } from "../../../ui/format.ts";
import { Mono } from "../../../ui/mono.tsx";
import { Time } from "../../../ui/time.tsx";

export const performerKey = ({ id }: PerformerItem): string => id;

const Price = ({ pricing }: { pricing: PerformerItem["pricing"] }) => {
  const { t, i18n } = useTranslation();
  if (!pricing) return "–";
  const amount = formatMicros(pricing.unit_price_micros, pricing.currency, i18n.language);
  return t(`performers.pricing.per.${pricing.unit}`, { amount });
};

export const usePerformerColumns = (): readonly Column<PerformerItem>[] => {
  const { t, i18n } = useTranslation();
  return useMemo(() => {
    const count = (value: number): string => formatCount(value, i18n.language);
    return [
      { key: "name", title: t("performers.registry.name"), widthPx: 200, isFixed: true, render: ({ name }) => name },
      {
        key: "health",
        title: t("performers.registry.health"),
        widthPx: 150,
        render: (each) => <HealthTag performer={each} />,
      },
      {
        key: "adapter",
        title: t("performers.registry.adapter"),
        widthPx: 120,
        render: ({ adapter }) => t(`performers.adapters.${adapter}`),
      },
      {
        key: "model",
        title: t("performers.registry.model"),
        widthPx: 230,
        render: ({ model }) => (model === "" ? "–" : <Mono value={model} />),
      },
      {
        key: "median",
        title: t("performers.registry.median"),
        widthPx: 90,
        isNumeric: true,
        render: ({ health }) => (health.p50_s === null ? "–" : formatDuration(health.p50_s * 1000)),
      },
      {
        key: "errors",
        title: t("performers.registry.errors"),
        widthPx: 120,
        isNumeric: true,
        render: ({ health }) =>
          health.error_rate_24h === null
            ? "–"
            : t("performers.registry.errorsOf", {
                share: formatPercent(health.error_rate_24h, 0, i18n.language),
                calls: count(health.calls_24h),
              }),
      },
      {
        key: "flight",
        title: t("performers.registry.inFlight"),
        widthPx: 90,
        isNumeric: true,
        render: ({ health, limits }) => `${count(health.in_flight)} / ${count(limits.concurrency)}`,
      },
      {
        key: "price",
        title: t("performers.registry.pricing"),
        widthPx: 140,
        render: ({ pricing }) => <Price pricing={pricing} />,
      },
      {
        key: "shared",
        title: t("performers.registry.sharing"),
        widthPx: 120,
        render: ({ shared_with_internal }) =>
          t(shared_with_internal ? "performers.registry.everybody" : "performers.registry.playersOnly"),
      },
      {
        key: "endpoint",
        title: t("performers.registry.endpoint"),
        widthPx: 220,
        isExtra: true,
        render: ({ endpoint }) => <Mono value={endpoint} />,
      },
      {
        key: "updated",
        title: t("performers.registry.updated"),
        widthPx: 120,
        isExtra: true,
        render: (each) => <Time at={each.updated_at} />,
      },
    ];
  }, [t, i18n.language]);
};
