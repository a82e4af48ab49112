import type { ClusterNode } from "@dailies/contract";
import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { DataTable } from "../../../ui/data-table/data-table.tsx";
import type { Column } from "../../../ui/data-table/types.ts";
import { EmptyState } from "../../../ui/feedback/empty-state.tsx";
import { ProgressTrack } from "../../../ui/feedback/progress-track.tsx";
import { StatusTag } from "../../../ui/feedback/status-tag.tsx";
import { formatBytes, formatNumber, formatPercent } from "../../../ui/format.ts";
import { Time } from "../../../ui/time.tsx";
import styles from "../clusters.module.css";
import { nodesQuery } from "../clusters.queries.ts";

const NO_NODES: readonly ClusterNode[] = [];

/** Use, memory and temperature of each GPU of a node. */
const GpuStrip = ({ gpus }: Pick<ClusterNode, "gpus">) => {
  const { i18n } = useTranslation();
  const bytes = (value: number | null): string => (value === null ? "?" : formatBytes(value, i18n.language));
  return (
    <span className={styles.gpus}>
      {gpus.map((gpu) => (
        <span key={gpu.index} className={styles.gpu} title={gpu.name}>
          <ProgressTrack done={gpu.utilization_percent ?? 0} total={100} widthPx={48} />
          <span className="ds-number">
            {gpu.utilization_percent === null ? "?" : formatPercent(gpu.utilization_percent / 100, 0, i18n.language)}
            {" · "}
            {bytes(gpu.memory_used_bytes)} / {bytes(gpu.memory_total_bytes)}
            {gpu.temperature_c === null ? "" : ` · ${formatNumber(gpu.temperature_c, i18n.language)} °C`}
          </span>
        </span>
      ))}
    </span>
  );
};

const useNodeColumns = (): Column<ClusterNode>[] => {
  const { t, i18n } = useTranslation();
  const { language } = i18n;
  return useMemo(() => {
    const none = <span className={styles.quiet}>{t("clusters.none")}</span>;
    const pair = (used: number | null, total: number | null) =>
      used === null || total === null
        ? none
        : t("clusters.card.ofTotal", { used: formatBytes(used, language), total: formatBytes(total, language) });
    return [
      {
        key: "hostname",
        title: t("clusters.nodes.hostname"),
        widthPx: 180,
        isFixed: true,
        render: ({ hostname, ip, is_head }) => (
          <span title={ip}>
            {hostname || ip}
            {is_head ? ` · ${t("clusters.nodes.head")}` : ""}
          </span>
        ),
      },
      {
        key: "state",
        title: t("clusters.nodes.state"),
        widthPx: 110,
        render: ({ state, state_message }) => (
          <span title={state_message ?? undefined}>
            <StatusTag tone={state === "ALIVE" ? "success" : "error"}>{state}</StatusTag>
          </span>
        ),
      },
      {
        key: "cpu",
        title: t("clusters.resource.cpu"),
        widthPx: 110,
        isNumeric: true,
        render: ({ cpu_percent, cpus }) =>
          cpu_percent === null
            ? none
            : `${formatPercent(cpu_percent / 100, 0, language)}${cpus === null ? "" : ` × ${cpus}`}`,
      },
      {
        key: "memory",
        title: t("clusters.resource.memory"),
        widthPx: 160,
        isNumeric: true,
        render: (node) => pair(node.memory_used_bytes, node.memory_total_bytes),
      },
      {
        key: "object_store",
        title: t("clusters.resource.object_store"),
        widthPx: 150,
        isNumeric: true,
        render: (node) => pair(node.object_store_used_bytes, node.object_store_total_bytes),
      },
      {
        key: "gpus",
        title: t("clusters.resource.gpu"),
        widthPx: 260,
        render: ({ gpus }) => (gpus.length === 0 ? none : <GpuStrip gpus={gpus} />),
      },
      {
        key: "started",
        title: t("clusters.nodes.started"),
        widthPx: 110,
        render: ({ started_at }) => (started_at === null ? none : <Time at={started_at} />),
      },
    ];
  }, [t, language]);
};

export const NodesTab = ({ clusterId }: { clusterId: string }) => {
  const { t } = useTranslation();
  const list = useQuery(nodesQuery(clusterId));
  return (
    <div className={styles.frame}>
      {list.data?.read_at ? (
        <p className={styles.quiet}>
          {t("clusters.nodes.read")} <Time at={list.data.read_at} />
        </p>
      ) : null}
      <DataTable
        name={t("clusters.tabs.nodes")}
        columns={useNodeColumns()}
        rows={list.data?.items ?? NO_NODES}
        rowKey={({ node_id }) => node_id}
        isLoading={list.isPending}
        error={list.error}
        onRetry={() => void list.refetch()}
        storageName="cluster-nodes"
        empty={<EmptyState title={t("clusters.nodes.none")}>{t("clusters.nodes.noneHint")}</EmptyState>}
      />
    </div>
  );
};
