import type { RayCluster } from "@dailies/contract";
import { useQuery } from "@tanstack/react-query";
import { Suspense, useMemo } from "react";
import { useTranslation } from "react-i18next";
import { lazyPart } from "../../../lib/lazy-part.ts";
import { DataTable } from "../../../ui/data-table/data-table.tsx";
import type { Column } from "../../../ui/data-table/types.ts";
import { EmptyState } from "../../../ui/feedback/empty-state.tsx";
import { ProgressTrack } from "../../../ui/feedback/progress-track.tsx";
import { StatusTag } from "../../../ui/feedback/status-tag.tsx";
import { formatBytes, formatNumber } from "../../../ui/format.ts";
import { Mono } from "../../../ui/mono.tsx";
import { Time } from "../../../ui/time.tsx";
import { useDetailParam } from "../../../ui/use-detail-param.ts";
import styles from "../clusters.module.css";
import { rayClustersQuery } from "../clusters.queries.ts";
import { RAY_CLUSTER_TONES } from "../clusters.rules.ts";

const RayClusterDrawer = lazyPart(async () => (await import("./ray-cluster-drawer.tsx")).RayClusterDrawer);

const NO_CLUSTERS: readonly RayCluster[] = [];

const useRayClusterColumns = (): Column<RayCluster>[] => {
  const { t, i18n } = useTranslation();
  const { language } = i18n;
  return useMemo(() => {
    const none = <span className={styles.quiet}>{t("clusters.none")}</span>;
    const amount = (value: number | null) => (value === null ? none : formatNumber(value, language));
    return [
      {
        key: "name",
        title: t("clusters.kuberay.cluster.name"),
        widthPx: 170,
        isFixed: true,
        render: ({ name }) => <Mono value={name} />,
      },
      {
        key: "state",
        title: t("clusters.kuberay.cluster.state"),
        widthPx: 130,
        render: ({ state, reason }) => (
          <span title={reason ?? undefined}>
            <StatusTag tone={RAY_CLUSTER_TONES[state]}>{t(`clusters.kuberay.state.${state}`)}</StatusTag>
          </span>
        ),
      },
      {
        key: "workers",
        title: t("clusters.kuberay.cluster.workers"),
        widthPx: 140,
        render: ({ ready_workers: ready, desired_workers: desired }) => (
          <span className={styles.progress}>
            <ProgressTrack done={ready} total={desired} widthPx={48} />
            <span className="ds-number">
              {t("clusters.card.ofTotal", {
                used: formatNumber(ready, language),
                total: formatNumber(desired, language),
              })}
            </span>
          </span>
        ),
      },
      {
        key: "cpu",
        title: t("clusters.resource.cpu"),
        widthPx: 70,
        isNumeric: true,
        render: ({ cpus }) => amount(cpus),
      },
      {
        key: "gpu",
        title: t("clusters.resource.gpu"),
        widthPx: 70,
        isNumeric: true,
        render: ({ gpus }) => amount(gpus),
      },
      {
        key: "memory",
        title: t("clusters.resource.memory"),
        widthPx: 100,
        isNumeric: true,
        render: ({ memory_bytes: bytes }) => (bytes === null ? none : formatBytes(bytes, language)),
      },
      {
        key: "head",
        title: t("clusters.kuberay.cluster.head"),
        widthPx: 180,
        render: ({ head_service: service }) => (service === null ? none : <Mono value={service} />),
      },
      {
        key: "version",
        title: t("clusters.kuberay.cluster.version"),
        widthPx: 80,
        render: ({ ray_version: version }) => version ?? none,
      },
      {
        key: "reported",
        title: t("clusters.kuberay.cluster.reported"),
        widthPx: 110,
        render: ({ reported_at: at }) => (at === null ? none : <Time at={at} />),
      },
    ];
  }, [t, language]);
};

/** The RayClusters of a namespace, and a drawer with the groups and conditions of one. */
export const RayClustersTab = ({ clusterId }: { clusterId: string }) => {
  const { t } = useTranslation();
  const list = useQuery(rayClustersQuery(clusterId));
  const { openId, open, close } = useDetailParam("raycluster");
  const items = list.data?.items ?? NO_CLUSTERS;
  return (
    <div className={styles.frame}>
      {list.data?.read_at ? (
        <p className={styles.quiet}>
          {t("clusters.kuberay.cluster.read")} <Time at={list.data.read_at} />
        </p>
      ) : null}
      <DataTable
        name={t("clusters.tabs.rayClusters")}
        columns={useRayClusterColumns()}
        rows={items}
        rowKey={({ name }) => name}
        isLoading={list.isPending}
        error={list.error}
        onRetry={() => void list.refetch()}
        onOpen={({ name }) => open(name)}
        {...(openId !== undefined && { openKey: openId })}
        storageName="ray-clusters"
        empty={
          <EmptyState title={t("clusters.kuberay.cluster.none")}>{t("clusters.kuberay.cluster.noneHint")}</EmptyState>
        }
      />
      <Suspense fallback={null}>
        {openId === undefined || list.isPending ? null : (
          <RayClusterDrawer name={openId} one={items.find(({ name }) => name === openId)} onClose={close} />
        )}
      </Suspense>
    </div>
  );
};
