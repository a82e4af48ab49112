import { PlusOutlined } from "@ant-design/icons";
import type { ClusterItem } from "@dailies/contract";
import { useQuery } from "@tanstack/react-query";
import { Button } from "antd";
import { Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import { useSearchParams } from "react-router";
import { lazyPart } from "../../lib/lazy-part.ts";
import { useCan } from "../../lib/session.ts";
import { ErrorPanel } from "../../ui/feedback/error-panel.tsx";
import { Skeleton } from "../../ui/feedback/skeleton.tsx";
import { formatCount } from "../../ui/format.ts";
import { Page, PageTabs } from "../../ui/page.tsx";
import { Time } from "../../ui/time.tsx";
import { useDetailParam } from "../../ui/use-detail-param.ts";
import cards from "./cards/cards.module.css";
import { ClusterCard } from "./cards/cluster-card.tsx";
import styles from "./clusters.module.css";
import { clustersQuery } from "./clusters.queries.ts";
import { RunningTab } from "./jobs/running-tab.tsx";
import { ClusterActions } from "./register/cluster-actions.tsx";
import { SetupHelp } from "./register/setup-help.tsx";

const ClusterDialog = lazyPart(async () => (await import("./register/cluster-dialog.tsx")).ClusterDialog);
const JobDrawer = lazyPart(async () => (await import("./job/job-drawer.tsx")).JobDrawer);
const RecentTab = lazyPart(async () => (await import("./jobs/recent-tab.tsx")).RecentTab);
const NodesTab = lazyPart(async () => (await import("./jobs/nodes-tab.tsx")).NodesTab);

const ProcessingTab = lazyPart(async () => (await import("./processing/processing-tab.tsx")).ProcessingTab);
const RunDrawer = lazyPart(async () => (await import("./processing/run-drawer.tsx")).RunDrawer);

const RayClustersTab = lazyPart(async () => (await import("./kuberay/ray-clusters-tab.tsx")).RayClustersTab);

/** KubeRay tells about its resources and takes no work from here. */
const TABS = {
  Ray: ["running", "recent", "processing", "nodes"],
  KubeRay: ["running", "recent", "rayClusters"],
} as const satisfies Record<ClusterItem["kind"], readonly string[]>;
type Tab = (typeof TABS)[ClusterItem["kind"]][number];

/** Clusters as cards, the jobs, processing runs and nodes of the open one below, and a drawer for one job or run. */
export const Component = () => {
  const { t } = useTranslation();
  const [params, setParams] = useSearchParams();
  const [isRegistering, setIsRegistering] = useState(false);
  const mayRegister = useCan()({ permission: "ADMIN_MANAGE_R", isInternalOnly: true });
  const job = useDetailParam("job");
  const run = useDetailParam("run");
  return (
    <Page
      isFilling
      title={t("screens.dataPipeline.title")}
      about={t("screens.dataPipeline.purpose")}
      action={
        mayRegister ? (
          <Button type="primary" icon={<PlusOutlined aria-hidden="true" />} onClick={() => setIsRegistering(true)}>
            {t("clusters.form.register")}
          </Button>
        ) : undefined
      }
    >
      <Clusters mayRegister={mayRegister} onRegister={() => setIsRegistering(true)} />
      <Suspense fallback={null}>
        {isRegistering ? (
          <ClusterDialog
            onSaved={(id) => setParams({ ...Object.fromEntries(params), cluster: id })}
            onClose={() => setIsRegistering(false)}
          />
        ) : null}
        {job.openId === undefined ? null : <JobDrawer key={job.openId} id={job.openId} onClose={job.close} />}
        {run.openId === undefined || job.openId !== undefined ? null : (
          <RunDrawer key={run.openId} id={run.openId} onClose={run.close} />
        )}
      </Suspense>
    </Page>
  );
};

interface ClustersProps {
  mayRegister: boolean;
  onRegister: () => void;
}

const Clusters = ({ mayRegister, onRegister }: ClustersProps) => {
  const [params] = useSearchParams();
  const list = useQuery(clustersQuery());
  if (list.isPending) return <Skeleton rows={8} />;
  if (list.error && !list.data) return <ErrorPanel error={list.error} onRetry={() => void list.refetch()} />;
  const items = list.data?.items ?? [];
  const open = items.find(({ id }) => id === params.get("cluster")) ?? items[0];
  if (!open) return <SetupHelp {...(mayRegister && { onRegister })} />;
  return (
    <>
      {list.error ? <ErrorPanel isCompact error={list.error} onRetry={() => void list.refetch()} /> : null}
      <div className={cards.cards}>
        {items.map((one) => (
          <ClusterCard key={one.id} one={one} isOpen={one === open} to={addressOf(params, { cluster: one.id })} />
        ))}
      </div>
      <ClusterPanel key={open.id} one={open} mayRegister={mayRegister} />
    </>
  );
};

const addressOf = (params: URLSearchParams, change: Record<string, string>): string => {
  const next = new URLSearchParams(params);
  next.delete("job");
  next.delete("run");
  next.delete("raycluster");
  for (const [name, value] of Object.entries(change)) next.set(name, value);
  return `?${next}`;
};

const ClusterPanel = ({ one, mayRegister }: { one: ClusterItem; mayRegister: boolean }) => {
  const { t, i18n } = useTranslation();
  const [params] = useSearchParams();
  const tabs: readonly Tab[] = TABS[one.kind];
  const tab: Tab = tabs.find((key) => key === params.get("tab")) ?? "running";
  const running = one.running_jobs + one.pending_jobs;
  const counts: Partial<Record<Tab, string>> = {
    running: formatCount(running, i18n.language),
    ...(one.nodes_total !== null && { nodes: formatCount(one.nodes_total, i18n.language) }),
    ...(one.kuberay !== null && { rayClusters: formatCount(one.kuberay.ray_clusters, i18n.language) }),
  };
  return (
    <section className={styles.panel} aria-label={one.name}>
      <div className={styles.panelHead}>
        <h2 className={styles.panelTitle}>{one.name}</h2>
        {one.jobs_at === null ? null : (
          <span className={styles.quiet}>
            {t("clusters.jobsRead")} <Time at={one.jobs_at} />
          </span>
        )}
        {one.jobs_left_out === 0 ? null : (
          <span className={styles.quiet}>
            {t("clusters.leftOut", { count: one.jobs_left_out, shown: formatCount(one.jobs_left_out, i18n.language) })}
          </span>
        )}
        {mayRegister ? <ClusterActions one={one} /> : null}
      </div>
      {one.kind === "KubeRay" ? <p className={styles.quiet}>{t("clusters.kuberay.note")}</p> : null}
      <PageTabs
        name={one.name}
        activeTab={tab}
        tabs={tabs.map((key) => ({
          key,
          title: t(`clusters.tabs.${key}`),
          to: addressOf(params, { cluster: one.id, tab: key }),
          ...(counts[key] !== undefined && { count: counts[key] }),
        }))}
      />
      <Suspense fallback={<Skeleton rows={6} />}>
        {tab === "running" ? <RunningTab clusterId={one.id} /> : null}
        {tab === "recent" ? <RecentTab clusterId={one.id} /> : null}
        {tab === "processing" ? <ProcessingTab clusterId={one.id} /> : null}
        {tab === "nodes" ? <NodesTab clusterId={one.id} /> : null}
        {tab === "rayClusters" ? <RayClustersTab clusterId={one.id} /> : null}
      </Suspense>
    </section>
  );
};
