import type { DeploymentFacts } from "@dailies/contract";
import { useTranslation } from "react-i18next";
import { formatCount } from "../../../ui/format.ts";
import { Mono } from "../../../ui/mono.tsx";
import { Time } from "../../../ui/time.tsx";
import { byTrouble } from "../services.rules.ts";
import styles from "./detail.module.css";

type Replica = DeploymentFacts["replicas"][number];

/** Replicas by deployment. Those that died come first, because they say what is wrong. */
export const DeploymentsView = ({ deployments }: { deployments: readonly DeploymentFacts[] }) => {
  const { t } = useTranslation();
  return (
    <section aria-labelledby="service-deployments">
      <h3 id="service-deployments" className={styles.heading}>
        {t("services.detail.deployments")}
      </h3>
      {deployments.length === 0 ? <p className={styles.quiet}>{t("services.detail.noDeployments")}</p> : null}
      {byTrouble(deployments).map((facts) => (
        <Deployment key={facts.name} facts={facts} />
      ))}
    </section>
  );
};

const Deployment = ({ facts }: { facts: DeploymentFacts }) => {
  const { t, i18n } = useTranslation();
  const count = (value: number): string => formatCount(value, i18n.language);
  const target = facts.replicas_target ?? facts.replicas.length;
  return (
    <article className={styles.deployment} aria-label={facts.name}>
      <p className={styles.line}>
        <strong>{facts.name}</strong> <span className={styles.quiet}>{facts.status}</span>{" "}
        {t("services.detail.ready", { ready: count(facts.replicas_ready), target: count(target) })}
      </p>
      {facts.message ? <p className={styles.fault}>{facts.message}</p> : null}
      <Replicas title={t("services.detail.dead")} replicas={facts.dead_replicas} />
      <Replicas title={t("services.detail.replicas")} replicas={facts.replicas} />
      {facts.left_out === 0 ? null : (
        <p className={styles.quiet}>
          {t("services.detail.leftOut", { count: facts.left_out, shown: count(facts.left_out) })}
        </p>
      )}
    </article>
  );
};

const Replicas = ({ title, replicas }: { title: string; replicas: readonly Replica[] }) => {
  const { t } = useTranslation();
  if (replicas.length === 0) return null;
  return (
    <>
      <h4 className={styles.small}>{title}</h4>
      <ul className={styles.replicas} aria-label={title}>
        {replicas.map((one) => (
          <li key={one.replica_id}>
            <Mono value={one.replica_id} shownCharacters={24} /> {one.state}
            {one.started_at === null ? null : (
              <span className={styles.quiet}>
                {" "}
                {t("services.detail.started")} <Time at={one.started_at} />
              </span>
            )}
          </li>
        ))}
      </ul>
    </>
  );
};
