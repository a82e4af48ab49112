import { ReloadOutlined } from "@ant-design/icons";
import type { EngineHealth } from "@dailies/contract";
import { useQuery } from "@tanstack/react-query";
import { Button } from "antd";
import { useTranslation } from "react-i18next";
import { ErrorPanel } from "../../ui/feedback/error-panel.tsx";
import { Skeleton } from "../../ui/feedback/skeleton.tsx";
import { StatusTag, type StatusTone } from "../../ui/feedback/status-tag.tsx";
import { formatDecimal } from "../../ui/format.ts";
import styles from "./desk.module.css";
import { type Health, healthQuery } from "./developer-desk.queries.ts";

const TONES: Record<EngineHealth["state"], StatusTone> = { healthy: "success", degraded: "warning", down: "error" };

const EngineRow = ({ engine }: { engine: EngineHealth }) => {
  const { t, i18n } = useTranslation();
  return (
    <tr>
      <th scope="row" className={styles.engine}>
        {engine.name}
        <span className={styles.purpose}>{engine.purpose}</span>
      </th>
      <td>
        <StatusTag tone={TONES[engine.state]}>{t(`desk.engines.states.${engine.state}`)}</StatusTag>
      </td>
      <td className={engine.version ? "ds-mono" : styles.none}>{engine.version ?? t("desk.engines.unknownVersion")}</td>
      <td className={`${styles.number} ds-number`}>{formatDecimal(engine.latency_ms, 1, i18n.language)} ms</td>
      <td className={engine.fault ? styles.fault : styles.none}>{engine.fault ?? t("desk.engines.noFault")}</td>
    </tr>
  );
};

const EngineTable = ({ engines }: { engines: readonly EngineHealth[] }) => {
  const { t } = useTranslation();
  return (
    <table className={styles.table} aria-label={t("desk.engines.title")}>
      <thead>
        <tr>
          <th scope="col">{t("desk.engines.engine")}</th>
          <th scope="col">{t("desk.engines.state")}</th>
          <th scope="col">{t("desk.engines.version")}</th>
          <th scope="col" className={styles.number}>
            {t("desk.engines.latency")}
          </th>
          <th scope="col">{t("desk.engines.fault")}</th>
        </tr>
      </thead>
      <tbody>
        {engines.map((engine) => (
          <EngineRow key={engine.name} engine={engine} />
        ))}
      </tbody>
    </table>
  );
};

interface EngineCardProps {
  health: Health;
  isChecking: boolean;
  onCheck: () => void;
}

const EngineCard = ({ health, isChecking, onCheck }: EngineCardProps) => {
  const { t, i18n } = useTranslation();
  const healthy = health.engines.filter((engine) => engine.state === "healthy").length;
  const time = new Date(health.checked_at).toLocaleTimeString(i18n.language);
  return (
    <div className={styles.card}>
      <div className={styles.bar}>
        <strong>{t("desk.engines.summary", { healthy, total: health.engines.length })}</strong>
        <span className={styles.none}>{t("desk.engines.checkedAt", { time })}</span>
        <Button size="small" icon={<ReloadOutlined aria-hidden="true" />} loading={isChecking} onClick={onCheck}>
          {t("desk.engines.refresh")}
        </Button>
      </div>
      <EngineTable engines={health.engines} />
    </div>
  );
};

/** The current status of every backing service, as seen by the server. */
export const EnginesPanel = () => {
  const { t } = useTranslation();
  const { data, error, refetch, isFetching } = useQuery(healthQuery);
  const check = (): void => void refetch();
  if (!data && !error) return <Skeleton rows={6} />;
  return (
    <>
      {error && (
        <ErrorPanel
          title={t("desk.engines.failed")}
          error={error}
          isCompact={data !== undefined}
          isRetrying={isFetching}
          onRetry={check}
        />
      )}
      {data && <EngineCard health={data} isChecking={isFetching} onCheck={check} />}
    </>
  );
};
