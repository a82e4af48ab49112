import type { ServiceDetail } from "@dailies/contract";
import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import { useCan } from "../../../lib/session.ts";
import { LineageLine } from "../../../shared/lineage/lineage-line.tsx";
import { Detail } from "../../../ui/detail.tsx";
import { ErrorPanel } from "../../../ui/feedback/error-panel.tsx";
import { Mono } from "../../../ui/mono.tsx";
import { Time } from "../../../ui/time.tsx";
import { serviceQuery } from "../inference-services.queries.ts";
import { ServiceStatusTag } from "../list/service-columns.tsx";
import { DeploymentsView } from "./deployments-view.tsx";
import { DeploysView } from "./deploys-view.tsx";
import styles from "./detail.module.css";
import { ServiceActions } from "./service-actions.tsx";

interface ServiceDrawerProps {
  id: string;
  onClose: () => void;
}

/** One service: how it is, its replicas, its deploys, and what can be done with it. */
export const ServiceDrawer = ({ id, onClose }: ServiceDrawerProps) => {
  const { t } = useTranslation();
  const found = useQuery(serviceQuery(id));
  const isGone = found.error !== null && found.data?.status === "deleting";
  useEffect(() => {
    if (isGone) onClose();
  }, [isGone, onClose]);
  return (
    <Detail
      isOpen
      widthPx={820}
      title={found.data?.name ?? t("services.detail.title")}
      onClose={onClose}
      isLoading={found.isPending}
      error={found.data ? undefined : found.error}
      onRetry={() => void found.refetch()}
      footer={found.data ? <ServiceActions one={found.data} onDeleted={onClose} /> : undefined}
    >
      {found.data ? (
        <div className={styles.body}>
          {found.error ? <ErrorPanel isCompact error={found.error} onRetry={() => void found.refetch()} /> : null}
          <Troubles one={found.data} />
          <Facts one={found.data} />
          <LineageLine of={{ kind: "service", id }} name={found.data.name} />
          {found.data.kind === "Ray Serve" ? (
            <>
              <DeploymentsView deployments={found.data.deployments} />
              <DeploysView one={found.data} />
            </>
          ) : null}
        </div>
      ) : null}
    </Detail>
  );
};

/** What is wrong comes first. All of it is shown as text. */
const Troubles = ({ one }: { one: ServiceDetail }) => {
  const { t } = useTranslation();
  const failed = one.last_deploy?.status === "Failed" ? one.last_deploy.message : null;
  if (one.fault === null && !one.message && failed === null) return null;
  return (
    <div className={styles.troubles}>
      {one.fault === null ? null : <p className={styles.fault}>{t(`services.fault.${one.fault}`)}</p>}
      {failed === null ? null : <p className={styles.fault}>{failed}</p>}
      {one.message ? (
        <p className={styles.said}>
          {t("services.detail.message")}: <code>{one.message}</code>
        </p>
      ) : null}
    </div>
  );
};

const Facts = ({ one }: { one: ServiceDetail }) => {
  const { t } = useTranslation();
  const can = useCan();
  const isAddressHidden = one.kind === "Ray Serve" && !can({ permission: "ADMIN_MANAGE_R", isInternalOnly: true });
  const rows = [
    { name: t("services.column.status"), value: <ServiceStatusTag one={one} /> },
    {
      name: t("services.column.address"),
      value: one.address && <Mono value={one.address} copyAs={t("services.column.address")} />,
    },
    {
      name: t("services.form.route"),
      value:
        isAddressHidden && one.route_prefix !== null ? (
          <>
            <Mono value={one.route_prefix} /> <span className={styles.quiet}>{t("services.detail.addressHidden")}</span>
          </>
        ) : null,
    },
    { name: t("services.detail.health"), value: one.health_address && <Mono value={one.health_address} /> },
    { name: t("services.column.place"), value: one.cluster_name ?? t(`services.kind.${one.kind}`) },
    { name: t("services.column.model"), value: one.model === "" ? null : one.model },
    { name: t("services.detail.template"), value: t(`services.template.${one.template}`) },
    { name: t("services.detail.importPath"), value: one.config && <Mono value={one.config.import_path} /> },
    { name: t("services.column.owner"), value: one.owner },
    { name: t("services.detail.created"), value: <Time at={one.created_at} /> },
    { name: t("services.column.facts"), value: one.facts_at && <Time at={one.facts_at} /> },
  ].filter(({ value }) => value !== null);
  return (
    <dl className={styles.facts}>
      {rows.map(({ name, value }) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
};
