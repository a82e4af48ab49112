import type { ClusterItem, ClusterResources, KubeRaySummary } from "@dailies/contract";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { ProgressTrack } from "../../../ui/feedback/progress-track.tsx";
import { StatusTag } from "../../../ui/feedback/status-tag.tsx";
import { formatBytes, formatCount, formatDuration, formatNumber } from "../../../ui/format.ts";
import { Time } from "../../../ui/time.tsx";
import { useNow } from "../../../ui/use-now.ts";
import { CLUSTER_TONES } from "../clusters.rules.ts";
import styles from "./cards.module.css";

interface ClusterCardProps {
  one: ClusterItem;
  isOpen: boolean;
  to: string;
}

/** One cluster as it was last read. What is stale is greyed, with the reason; nothing of it is hidden. */
export const ClusterCard = ({ one, isOpen, to }: ClusterCardProps) => {
  const { t } = useTranslation();
  const isStale = one.status !== "Reachable";
  return (
    <article className={styles.card} data-open={isOpen || undefined} data-stale={isStale || undefined}>
      <header className={styles.head}>
        <h2 className={styles.name}>
          <Link to={to} aria-current={isOpen ? "true" : undefined}>
            {one.name}
          </Link>
        </h2>
        <StatusTag tone={CLUSTER_TONES[one.status]}>{t(`clusters.status.${one.status}`)}</StatusTag>
      </header>
      <Contact one={one} />
      {one.resources === null ? null : <Usages resources={one.resources} />}
      {one.kuberay === null ? null : <KubeRayFacts kuberay={one.kuberay} />}
      <Facts one={one} />
      {one.is_token_required === false ? <p className={styles.warning}>{t("clusters.card.open")}</p> : null}
    </article>
  );
};

const Contact = ({ one }: { one: ClusterItem }) => {
  const { t } = useTranslation();
  return (
    <div className={styles.contact}>
      {one.fault === null ? null : <p className={styles.fault}>{t(`clusters.fault.${one.fault}`)}</p>}
      {one.fault !== null && one.is_circuit_open ? <NextAttempt one={one} /> : null}
      {one.jobs_fault === null ? null : (
        <p className={styles.fault}>
          {t("clusters.card.jobsFault")} {t(`clusters.fault.${one.jobs_fault}`)}
        </p>
      )}
      <p className={styles.quiet}>
        {one.seen_at === null ? (
          t("clusters.card.neverSeen")
        ) : (
          <>
            {t("clusters.card.seen")} <Time at={one.seen_at} />
          </>
        )}
      </p>
    </div>
  );
};

const NextAttempt = ({ one }: { one: ClusterItem }) => {
  const { t } = useTranslation();
  const now = useNow();
  const leftMs = one.next_poll_at === null ? 0 : Math.max(0, Date.parse(one.next_poll_at) - now);
  return (
    <p className={styles.quiet}>
      {t("clusters.card.nextAttempt", { count: one.failures, time: formatDuration(Math.round(leftMs / 1000) * 1000) })}
    </p>
  );
};

const Usages = ({ resources }: { resources: ClusterResources }) => {
  const { t, i18n } = useTranslation();
  const number = (value: number): string => formatNumber(Math.round(value * 10) / 10, i18n.language);
  const bytes = (value: number): string => formatBytes(value, i18n.language);
  const rows = [
    { key: "cpu", usage: resources.cpu, format: number },
    { key: "gpu", usage: resources.gpu, format: number },
    { key: "memory", usage: resources.memory, format: bytes },
    { key: "object_store", usage: resources.object_store, format: bytes },
  ] as const;
  return (
    <div className={styles.usages}>
      {rows.map(({ key, usage, format }) =>
        usage === null ? null : (
          <div key={key} className={styles.usage}>
            <span className={styles.label}>{t(`clusters.resource.${key}`)}</span>
            <ProgressTrack done={usage.used} total={usage.total} />
            <span className="ds-number">
              {t("clusters.card.ofTotal", { used: format(usage.used), total: format(usage.total) })}
            </span>
          </div>
        ),
      )}
    </div>
  );
};

/** What is used is known to the dashboards only, so that these are what is requested and what is there. */
const KubeRayFacts = ({ kuberay }: { kuberay: KubeRaySummary }) => {
  const { t, i18n } = useTranslation();
  const count = (value: number): string => formatCount(value, i18n.language);
  const rows = [
    { key: "clusters", done: kuberay.ready_ray_clusters, total: kuberay.ray_clusters },
    { key: "workers", done: kuberay.ready_workers, total: kuberay.desired_workers },
  ] as const;
  const amounts = {
    cpus: formatNumber(kuberay.cpus, i18n.language),
    gpus: formatNumber(kuberay.gpus, i18n.language),
    memory: formatBytes(kuberay.memory_bytes, i18n.language),
  };
  return (
    <>
      <div className={styles.usages}>
        {rows.map(({ key, done, total }) => (
          <div key={key} className={styles.usage} data-wide>
            <span className={styles.label}>{t(`clusters.kuberay.card.${key}`)}</span>
            <ProgressTrack done={done} total={total} />
            <span className="ds-number">{t("clusters.card.ofTotal", { used: count(done), total: count(total) })}</span>
          </div>
        ))}
      </div>
      <dl className={styles.facts}>
        <div>
          <dt>{t("clusters.kuberay.card.requested")}</dt>
          <dd>{t("clusters.kuberay.card.amounts", amounts)}</dd>
        </div>
      </dl>
      {kuberay.left_out === 0 ? null : (
        <p className={styles.warning}>
          {t("clusters.kuberay.card.leftOut", { count: kuberay.left_out, shown: count(kuberay.left_out) })}
        </p>
      )}
    </>
  );
};

const Facts = ({ one }: { one: ClusterItem }) => {
  const { t, i18n } = useTranslation();
  const count = (value: number): string => formatCount(value, i18n.language);
  const pending = (one.resources?.pending ?? []).map(({ resources, count: times }) => {
    const bundle = Object.entries(resources).map(([name, amount]) => `${formatNumber(amount, i18n.language)} ${name}`);
    return `${count(times)} × ${bundle.join(" + ")}`;
  });
  return (
    <dl className={styles.facts}>
      <div>
        <dt>{t("clusters.card.jobs")}</dt>
        <dd>{t("clusters.card.jobCounts", { running: count(one.running_jobs), pending: count(one.pending_jobs) })}</dd>
      </div>
      {one.nodes_total === null ? null : (
        <div>
          <dt>{t("clusters.card.nodes")}</dt>
          <dd>{t("clusters.card.ofTotal", { used: count(one.nodes_alive ?? 0), total: count(one.nodes_total) })}</dd>
        </div>
      )}
      {one.ray_version === null ? null : (
        <div>
          <dt>Ray</dt>
          <dd>{one.ray_version}</dd>
        </div>
      )}
      {one.head_started_at === null ? null : (
        <div>
          <dt>{t("clusters.card.head")}</dt>
          <dd>
            <Time at={one.head_started_at} />
          </dd>
        </div>
      )}
      {pending.length === 0 ? null : (
        <div>
          <dt>{t("clusters.card.waits")}</dt>
          <dd>{pending.join(", ")}</dd>
        </div>
      )}
      {one.resources?.autoscaler_error ? (
        <div>
          <dt>{t("clusters.card.autoscaler")}</dt>
          <dd className={styles.fault}>{one.resources.autoscaler_error}</dd>
        </div>
      ) : null}
    </dl>
  );
};
