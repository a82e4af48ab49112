import type { SessionItem } from "@dailies/contract";
import { useQuery } from "@tanstack/react-query";
import { Button } from "antd";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useDeviceName } from "../../shared/use-device-name.ts";
import { Confirm } from "../../ui/feedback/confirm.tsx";
import { ErrorPanel } from "../../ui/feedback/error-panel.tsx";
import { Skeleton } from "../../ui/feedback/skeleton.tsx";
import { StatusTag } from "../../ui/feedback/status-tag.tsx";
import { Time } from "../../ui/time.tsx";
import { sessionsQuery, useEndOtherSessions, useEndSession } from "./auth.queries.ts";
import styles from "./sessions-panel.module.css";

const SessionRow = ({ session }: { session: SessionItem }) => {
  const { t } = useTranslation();
  const device = useDeviceName()(session.user_agent);
  const { mutate, isPending } = useEndSession();
  return (
    <li className={styles.row}>
      <div className={styles.device}>
        <span className={styles.name} title={session.user_agent}>
          {device}
        </span>
        <span className={styles.facts}>
          <span className="ds-mono">{session.network}</span> · {t("sessions.lastUse")}{" "}
          <Time at={session.last_seen_at} /> · {t("sessions.since")} <Time at={session.created_at} />
        </span>
      </div>
      {session.is_current ? (
        <StatusTag tone="success">{t("sessions.thisOne")}</StatusTag>
      ) : (
        <Button
          size="small"
          aria-label={t("sessions.endNamed", { device })}
          loading={isPending}
          onClick={() => mutate(session.id)}
        >
          {t("sessions.end")}
        </Button>
      )}
    </li>
  );
};

const EndOthers = () => {
  const { t } = useTranslation();
  const [isAsking, setIsAsking] = useState(false);
  const { mutateAsync } = useEndOtherSessions();
  return (
    <>
      <Button danger size="small" onClick={() => setIsAsking(true)}>
        {t("sessions.endOthers")}
      </Button>
      <Confirm
        isOpen={isAsking}
        isDangerous
        title={t("sessions.endOthersTitle")}
        effect={t("sessions.endOthersHint")}
        action={t("sessions.endOthers")}
        onConfirm={() => mutateAsync()}
        onClose={() => setIsAsking(false)}
      />
    </>
  );
};

/** Lists the user's own sessions and lets them end each one. */
export const SessionsPanel = () => {
  const { t } = useTranslation();
  const { data, error, refetch, isFetching } = useQuery(sessionsQuery);
  if (error && !data) {
    return (
      <ErrorPanel title={t("sessions.failed")} error={error} isRetrying={isFetching} onRetry={() => void refetch()} />
    );
  }
  if (!data) return <Skeleton rows={3} />;
  return (
    <div className={styles.panel}>
      <div className={styles.head}>
        <p className={styles.hint}>{t("sessions.hint")}</p>
        {data.items.some((session) => !session.is_current) && <EndOthers />}
      </div>
      <ul className={styles.list}>
        {data.items.map((session) => (
          <SessionRow key={session.id} session={session} />
        ))}
      </ul>
    </div>
  );
};
