import type { ServiceItem } from "@dailies/contract";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import type { Column } from "../../../ui/data-table/types.ts";
import { StatusTag } from "../../../ui/feedback/status-tag.tsx";
import { formatNumber } from "../../../ui/format.ts";
import { Mono } from "../../../ui/mono.tsx";
import { Time } from "../../../ui/time.tsx";
import styles from "../services.module.css";
import { SERVICE_TONES } from "../services.rules.ts";

/** The unified status; facts that are older than they should be are marked beside it. */
export const ServiceStatusTag = ({ one }: { one: ServiceItem }) => {
  const { t } = useTranslation();
  return (
    <span className={styles.status}>
      <StatusTag tone={one.is_stale ? "warning" : SERVICE_TONES[one.status]}>
        {t(`services.status.${one.status}`)}
      </StatusTag>
      {one.is_stale ? <span className={styles.stale}>{t("services.stale")}</span> : null}
    </span>
  );
};

export const useServiceColumns = (): Column<ServiceItem>[] => {
  const { t, i18n } = useTranslation();
  const { language } = i18n;
  return useMemo(() => {
    const none = <span className={styles.quiet}>{t("services.none")}</span>;
    const number = (value: number): string => formatNumber(value, language);
    return [
      {
        key: "name",
        title: t("services.column.name"),
        widthPx: 170,
        isFixed: true,
        render: ({ name }) => <span className={styles.name}>{name}</span>,
      },
      {
        key: "status",
        title: t("services.column.status"),
        widthPx: 150,
        render: (one) => <ServiceStatusTag one={one} />,
      },
      { key: "model", title: t("services.column.model"), widthPx: 120, render: ({ model }) => model || none },
      {
        key: "replicas",
        title: t("services.column.replicas"),
        widthPx: 80,
        isNumeric: true,
        render: ({ replicas_ready: ready, replicas_target: target }) =>
          ready === null ? none : t("services.ofTotal", { ready: number(ready), target: number(target ?? 0) }),
      },
      {
        key: "gpus",
        title: t("services.column.gpus"),
        widthPx: 90,
        isNumeric: true,
        render: ({ gpus, accelerator_type: type }) =>
          gpus === null ? none : `${type === null ? "" : `${type} × `}${number(gpus)}`,
      },
      {
        key: "address",
        title: t("services.column.address"),
        widthPx: 230,
        render: ({ address, route_prefix: route }) =>
          address === null ? (
            (route ?? none)
          ) : (
            <Mono value={address} shownCharacters={40} copyAs={t("services.column.address")} />
          ),
      },
      {
        key: "cluster",
        title: t("services.column.place"),
        widthPx: 110,
        render: ({ cluster_name: cluster, kind }) => cluster ?? t(`services.kind.${kind}`),
      },
      {
        key: "latency",
        title: t("services.column.latency"),
        widthPx: 80,
        isNumeric: true,
        render: ({ latency_ms: ms }) => (ms === null ? none : t("services.milliseconds", { value: number(ms) })),
      },
      {
        key: "deploy",
        title: t("services.column.deploy"),
        widthPx: 110,
        render: ({ last_deploy: last }) => (last === null ? none : <Time at={last.created_at} />),
      },
      { key: "owner", title: t("services.column.owner"), widthPx: 90, render: ({ owner }) => owner },
      {
        key: "facts",
        title: t("services.column.facts"),
        widthPx: 110,
        render: ({ facts_at: at }) => (at === null ? none : <Time at={at} />),
      },
    ];
  }, [t, language]);
};
