import type { ServiceCluster } from "@dailies/contract";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { EmptyState } from "../../../ui/feedback/empty-state.tsx";
import { ErrorPanel } from "../../../ui/feedback/error-panel.tsx";
import { Skeleton } from "../../../ui/feedback/skeleton.tsx";
import { formatNumber } from "../../../ui/format.ts";
import { Mono } from "../../../ui/mono.tsx";
import { Time } from "../../../ui/time.tsx";
import { serviceClustersQuery } from "../inference-services.queries.ts";
import styles from "../services.module.css";

/** What the clusters have left, and the applications on them that the console did not deploy and never changes. */
export const ClustersTab = () => {
  const { t } = useTranslation();
  const list = useQuery(serviceClustersQuery());
  if (list.isPending) return <Skeleton rows={8} />;
  if (list.error && !list.data) return <ErrorPanel error={list.error} onRetry={() => void list.refetch()} />;
  const items = list.data?.items ?? [];
  if (items.length === 0)
    return <EmptyState title={t("services.clusters.none")}>{t("services.clusters.noneHint")}</EmptyState>;
  return (
    <div className={styles.clusters}>
      {items.map((one) => (
        <ClusterSection key={one.id} one={one} />
      ))}
    </div>
  );
};

const ClusterSection = ({ one }: { one: ServiceCluster }) => {
  const { t, i18n } = useTranslation();
  const number = (value: number): string => formatNumber(Math.round(value * 10) / 10, i18n.language);
  const fault = one.fault ?? one.serve_fault;
  return (
    <section className={styles.cluster} aria-label={one.name}>
      <h2 className={styles.heading}>{one.name}</h2>
      <p className={styles.quiet}>
        {one.cpu && one.gpu
          ? t("services.clusters.free", {
              cpu: `${number(one.cpu.free)} / ${number(one.cpu.total)}`,
              gpu: `${number(one.gpu.free)} / ${number(one.gpu.total)}`,
            })
          : t("services.clusters.unknown")}{" "}
        {one.resources_at === null ? null : <Time at={one.resources_at} />}
      </p>
      {fault === null ? null : <p className={styles.fault}>{t(`services.fault.${fault}`)}</p>}
      {one.is_serve_started === false ? <p className={styles.quiet}>{t("services.clusters.notStarted")}</p> : null}
      {one.foreign.length === 0 ? (
        <p className={styles.quiet}>{t("services.clusters.noForeign")}</p>
      ) : (
        <ul className={styles.foreign}>
          {one.foreign.map((each) => (
            <li key={each.name}>
              <Mono value={each.name} /> <span className={styles.quiet}>{each.route_prefix ?? ""}</span> {each.status}
            </li>
          ))}
        </ul>
      )}
      {one.serve_at === null ? null : (
        <p className={styles.quiet}>
          {t("services.clusters.read")} <Time at={one.serve_at} />
        </p>
      )}
    </section>
  );
};
