import type { SessionItem, UserInfo } from "@dailies/contract";
import { Button } from "antd";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useCan } from "../../lib/session.ts";
import { useDeviceName } from "../../shared/use-device-name.ts";
import { Confirm } from "../../ui/feedback/confirm.tsx";
import { StatusTag } from "../../ui/feedback/status-tag.tsx";
import { Time } from "../../ui/time.tsx";
import styles from "./users.module.css";
import { useEndUserSessions } from "./users.queries.ts";

/** A user's sessions. Users who may edit users can end them, one by one or all at once. */
export const UserSessions = ({ user }: { user: UserInfo }) => {
  const { t } = useTranslation();
  const mayEnd = useCan()({ permission: "USER_MANAGE_W" });
  if (user.sessions.length === 0) return <p className={styles.quiet}>{t("users.sessions.none")}</p>;
  return (
    <>
      <ul className={styles.sessions}>
        {user.sessions.map((session) => (
          <SessionLine key={session.id} userId={user.id} session={session} mayEnd={mayEnd} />
        ))}
      </ul>
      {mayEnd ? <EndAll user={user} /> : null}
    </>
  );
};

interface SessionLineProps {
  userId: string;
  session: SessionItem;
  mayEnd: boolean;
}

const SessionLine = ({ userId, session, mayEnd }: SessionLineProps) => {
  const { t } = useTranslation();
  const device = useDeviceName()(session.user_agent);
  const { mutate, isPending } = useEndUserSessions();
  return (
    <li className={styles.session}>
      <div className={styles.device}>
        <span title={session.user_agent}>{device}</span>
        <span className={styles.why}>
          <span className="ds-mono">{session.network}</span> · {t("users.sessions.lastUse")}{" "}
          <Time at={session.last_seen_at} />
        </span>
      </div>
      {session.is_current ? <StatusTag tone="success">{t("users.sessions.thisOne")}</StatusTag> : null}
      {mayEnd && !session.is_current ? (
        <Button
          size="small"
          loading={isPending}
          aria-label={t("users.sessions.endNamed", { device })}
          onClick={() => mutate({ id: userId, session_id: session.id })}
        >
          {t("users.sessions.end")}
        </Button>
      ) : null}
    </li>
  );
};

const EndAll = ({ user }: { user: UserInfo }) => {
  const { t } = useTranslation();
  const [isAsking, setIsAsking] = useState(false);
  const { mutateAsync } = useEndUserSessions();
  const isOwn = user.sessions.some((session) => session.is_current);
  return (
    <>
      <Button danger size="small" onClick={() => setIsAsking(true)}>
        {t("users.sessions.endAll")}
      </Button>
      <Confirm
        isOpen={isAsking}
        isDangerous
        title={t("users.sessions.endAllTitle", { name: user.realname })}
        effect={
          isOwn ? t("users.sessions.endAllOwn") : t("users.sessions.endAllEffect", { count: user.sessions.length })
        }
        action={t("users.sessions.endAll")}
        onConfirm={() => mutateAsync({ id: user.id })}
        onClose={() => setIsAsking(false)}
      />
    </>
  );
};
