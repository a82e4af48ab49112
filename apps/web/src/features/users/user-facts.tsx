import type { UserInfo } from "@dailies/contract";
import { useTranslation } from "react-i18next";
import { useCurrentUser } from "../../lib/session.ts";
import { Mono } from "../../ui/mono.tsx";
import { Time } from "../../ui/time.tsx";
import { LastSeen, PasswordState, RoleName, UserStatus } from "./user-columns.tsx";
import styles from "./users.module.css";

export const UserFacts = ({ user }: { user: UserInfo }) => {
  const { t } = useTranslation();
  const { username: ownName } = useCurrentUser();
  return (
    <>
      {user.username === ownName ? <p className={styles.note}>{t("users.ownNote")}</p> : null}
      <dl className={styles.facts}>
        <dt>{t("users.username")}</dt>
        <dd>
          <Mono value={user.username} copyAs={t("users.username").toLowerCase()} />
        </dd>
        <dt>{t("users.email")}</dt>
        <dd>
          <Mono value={user.email} copyAs={t("users.email").toLowerCase()} />
        </dd>
        <dt>{t("users.role")}</dt>
        <dd>
          <RoleName user={user} />
        </dd>
        <dt>{t("users.status")}</dt>
        <dd>
          <UserStatus isEnabled={user.is_enabled} />
        </dd>
        <dt>{t("users.password")}</dt>
        <dd>
          <PasswordState isSet={user.is_password_set} />
        </dd>
        <dt>{t("users.lastSeen")}</dt>
        <dd>
          <LastSeen at={user.last_seen_at} />
        </dd>
        <dt>{t("users.created")}</dt>
        <dd>
          <Time at={user.created_at} />
        </dd>
      </dl>
    </>
  );
};
