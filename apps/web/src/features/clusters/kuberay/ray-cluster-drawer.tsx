import type { RayCluster } from "@dailies/contract";
import { useTranslation } from "react-i18next";
import { Detail } from "../../../ui/detail.tsx";
import { StatusTag } from "../../../ui/feedback/status-tag.tsx";
import { formatBytes, formatNumber } from "../../../ui/format.ts";
import { Mono } from "../../../ui/mono.tsx";
import { Time } from "../../../ui/time.tsx";
import { conditionTone, RAY_CLUSTER_TONES } from "../clusters.rules.ts";
import { Facts } from "../job/facts.tsx";
import styles from "../job/job.module.css";

interface RayClusterDrawerProps {
  name: string;
  /** Absent when it is no longer listed. */
  one: RayCluster | undefined;
  onClose: () => void;
}

/** One RayCluster as the operator described it: its head, its worker groups and its conditions. */
export const RayClusterDrawer = ({ name, one, onClose }: RayClusterDrawerProps) => {
  const { t } = useTranslation();
  return (
    <Detail isOpen widthPx={640} title={name} onClose={onClose}>
      {one ? (
        <div className={styles.body}>
          <ClusterFacts one={one} />
          <Groups groups={one.groups} />
          <Conditions conditions={one.conditions} />
        </div>
      ) : (
        <p className={styles.quiet}>{t("clusters.kuberay.cluster.gone")}</p>
      )}
    </Detail>
  );
};

const ClusterFacts = ({ one }: { one: RayCluster }) => {
  const { t, i18n } = useTranslation();
  const number = (value: number | null): string | null => (value === null ? null : formatNumber(value, i18n.language));
  const limits = useLimits(one.min_workers, one.max_workers);
  const scaling = [limits, one.is_autoscaled ? t("clusters.kuberay.cluster.autoscaled") : null].filter(
    (part) => part !== null,
  );
  const port =
    one.dashboard_port === null ? "" : ` · ${t("clusters.kuberay.cluster.port", { port: one.dashboard_port })}`;
  const rows = [
    {
      name: t("clusters.kuberay.cluster.state"),
      value: <StatusTag tone={RAY_CLUSTER_TONES[one.state]}>{t(`clusters.kuberay.state.${one.state}`)}</StatusTag>,
    },
    { name: t("clusters.kuberay.cluster.reason"), value: one.reason },
    {
      name: t("clusters.kuberay.cluster.workers"),
      value: t("clusters.card.ofTotal", {
        used: number(one.ready_workers) ?? "",
        total: number(one.desired_workers) ?? "",
      }),
    },
    { name: t("clusters.kuberay.cluster.limits"), value: scaling.length === 0 ? null : scaling.join(" · ") },
    { name: t("clusters.resource.cpu"), value: number(one.cpus) },
    { name: t("clusters.resource.gpu"), value: number(one.gpus) },
    {
      name: t("clusters.resource.memory"),
      value: one.memory_bytes === null ? null : formatBytes(one.memory_bytes, i18n.language),
    },
    { name: t("clusters.kuberay.cluster.version"), value: one.ray_version },
    { name: t("clusters.kuberay.cluster.owner"), value: one.owner && `${one.owner.kind} ${one.owner.name}` },
    {
      name: t("clusters.kuberay.cluster.head"),
      value: one.head_service && (
        <>
          <Mono value={one.head_service} copyAs={t("clusters.kuberay.cluster.head")} />
          {one.head_service_ip === null ? "" : ` · ${one.head_service_ip}`}
          {port}
        </>
      ),
    },
    { name: t("clusters.kuberay.cluster.pod"), value: one.head_pod && <Mono value={one.head_pod} /> },
    { name: t("clusters.kuberay.cluster.created"), value: one.created_at && <Time at={one.created_at} /> },
    { name: t("clusters.kuberay.cluster.reported"), value: one.reported_at && <Time at={one.reported_at} /> },
  ];
  return <Facts rows={rows} />;
};

/** Null where KubeRay said nothing. */
const useLimits = (min: number | null, max: number | null): string | null => {
  const { t } = useTranslation();
  if (max !== null) return t("clusters.kuberay.cluster.limitsOf", { min: min ?? 0, max });
  return min === null ? null : t("clusters.kuberay.cluster.limitsFrom", { min });
};

const Groups = ({ groups }: Pick<RayCluster, "groups">) => {
  const { t } = useTranslation();
  if (groups.length === 0) return null;
  const wordsOf = ({ replicas, hosts, min_replicas: min, max_replicas: max }: RayCluster["groups"][number]): string =>
    [
      ...(replicas === null ? [] : [t("clusters.kuberay.cluster.replicas", { replicas })]),
      ...(min === null && max === null ? [] : [`${min ?? 0}–${max ?? "∞"}`]),
      ...(hosts === 1 ? [] : [t("clusters.kuberay.cluster.hosts", { count: hosts })]),
    ].join(" · ");
  return (
    <section aria-labelledby="ray-cluster-groups">
      <h3 id="ray-cluster-groups" className={styles.heading}>
        {t("clusters.kuberay.cluster.groups")}
      </h3>
      <Facts rows={groups.map((group) => ({ name: group.name, value: wordsOf(group) }))} />
    </section>
  );
};

const Conditions = ({ conditions }: Pick<RayCluster, "conditions">) => {
  const { t } = useTranslation();
  return (
    <section aria-labelledby="ray-cluster-conditions">
      <h3 id="ray-cluster-conditions" className={styles.heading}>
        {t("clusters.kuberay.cluster.conditions")}
      </h3>
      {conditions.length === 0 ? (
        <p className={styles.quiet}>{t("clusters.kuberay.cluster.noConditions")}</p>
      ) : (
        <ul className={styles.conditions}>
          {conditions.map((condition) => (
            <li key={condition.type}>
              <StatusTag tone={conditionTone(condition)}>{`${condition.type}: ${condition.status}`}</StatusTag>
              <span>{[condition.reason, condition.message].filter((part) => part !== "").join(": ")}</span>
              {condition.changed_at === null ? null : (
                <span className={styles.quiet}>
                  <Time at={condition.changed_at} />
                </span>
              )}
            </li>
          ))}
        </ul>
      )}
    </section>
  );
};
