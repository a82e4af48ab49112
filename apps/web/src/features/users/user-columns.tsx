import type { UserItem } from "@dailies/contract";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { useCurrentUser } from "../../lib/session.ts";
import type { Column } from "../../ui/data-table/types.ts";
import { StatusTag } from "../../ui/feedback/status-tag.tsx";
import { Time } from "../../ui/time.tsx";
import styles from "./users.module.css";

const HeldCodes = ({ codes }: { codes: readonly string[] }) =>
  codes.length === 0 ? (
    <span className={styles.quiet}>–</span>
  ) : (
    <span className={styles.codes} title={codes.join("\n")}>
      <span className={styles.count}>{codes.length}</span>
      <span className="ds-mono">{codes.join(", ")}</span>
    </span>
  );

export const LastSeen = ({ at }: { at: string | null }) => {
  const { t } = useTranslation();
  return at === null ? <span className={styles.quiet}>{t("users.never")}</span> : <Time at={at} />;
};

export const UserStatus = ({ isEnabled }: { isEnabled: boolean }) => {
  const { t } = useTranslation();
  return isEnabled ? <span>{t("users.enabled")}</span> : <StatusTag tone="error">{t("users.disabled")}</StatusTag>;
};

export const PasswordState = ({ isSet }: { isSet: boolean }) => {
  const { t } = useTranslation();
  return isSet ? (
    <span>{t("users.passwordSet")}</span>
  ) : (
    <StatusTag tone="warning">{t("users.passwordMissing")}</StatusTag>
  );
};

export const RoleName = ({ user }: { user: Pick<UserItem, "user_role" | "is_external"> }) => {
  const { t } = useTranslation();
  return (
    <>
      {user.user_role}
      {user.is_external ? <span className={styles.quiet}> · {t("users.external")}</span> : null}
    </>
  );
};

export const useUserColumns = (): Column<UserItem>[] => {
  const { t } = useTranslation();
  const { username: ownName } = useCurrentUser();
  return useMemo(
    () => [
      {
        key: "username",
        title: t("users.username"),
        widthPx: 150,
        isSortable: true,
        isFixed: true,
        render: (user) => (
          <>
            <span className={styles.name}>{user.username}</span>
            {user.username === ownName ? <span className={styles.you}>{t("users.you")}</span> : null}
          </>
        ),
      },
      { key: "realname", title: t("users.realname"), widthPx: 140, isSortable: true, render: (user) => user.realname },
      { key: "email", title: t("users.email"), widthPx: 190, isSortable: true, render: (user) => user.email },
      {
        key: "user_role",
        title: t("users.role"),
        widthPx: 130,
        isSortable: true,
        render: (user) => <RoleName user={user} />,
      },
      { key: "perms", title: t("users.perms"), widthPx: 180, render: (user) => <HeldCodes codes={user.perms} /> },
      {
        key: "password",
        title: t("users.password"),
        widthPx: 90,
        render: (user) => <PasswordState isSet={user.is_password_set} />,
      },
      {
        key: "last_seen_at",
        title: t("users.lastSeen"),
        widthPx: 110,
        isSortable: true,
        render: (user) => <LastSeen at={user.last_seen_at} />,
      },
      {
        key: "status",
        title: t("users.status"),
        widthPx: 100,
        render: (user) => <UserStatus isEnabled={user.is_enabled} />,
      },
      {
        key: "created_at",
        title: t("users.created"),
        widthPx: 110,
        isSortable: true,
        isExtra: true,
        render: (user) => <Time at={user.created_at} />,
      },
    ],
    [t, ownName],
  );
};
