import type { UserInfo, UserItem } from "@dailies/contract";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { useCan } from "../../lib/session.ts";
import { OperationList } from "../../shared/operation-list.tsx";
import { Detail } from "../../ui/detail.tsx";
import type { useDetailParam } from "../../ui/use-detail-param.ts";
import { HeldPermissions } from "./held-permissions.tsx";
import { SecondFactorLine } from "./second-factor-line.tsx";
import { UserActions } from "./user-actions.tsx";
import { UserFacts } from "./user-facts.tsx";
import { UserSessions } from "./user-sessions.tsx";
import styles from "./users.module.css";
import { userInfoQuery } from "./users.queries.ts";

interface UserDetailProps {
  rows: readonly UserItem[];
  /** The number of users before this page of the list. */
  offset: number;
  total: number;
  roles: readonly string[];
  detail: ReturnType<typeof useDetailParam>;
}

/** Drawer for one user; a shared link opens it even if the list does not contain them. */
export const UserDetail = ({ rows, offset, total, roles, detail }: UserDetailProps) => {
  const can = useCan();
  const { openId } = detail;
  const info = useQuery({ ...userInfoQuery(openId ?? ""), enabled: openId !== undefined });
  const index = rows.findIndex((user) => user.id === openId);
  const step = (to: number): (() => void) | undefined => {
    const user = index < 0 ? undefined : rows[to];
    return user && (() => detail.move(user.id));
  };
  return (
    <Detail
      isOpen={openId !== undefined}
      title={info.data?.realname ?? rows[index]?.realname ?? ""}
      onClose={detail.close}
      onPrevious={step(index - 1)}
      onNext={step(index + 1)}
      position={index < 0 ? undefined : { index: offset + index + 1, total }}
      isLoading={info.isPending}
      error={info.data ? undefined : info.error}
      onRetry={() => void info.refetch()}
      footer={info.data && can({ permission: "USER_MANAGE_W" }) ? <UserActions user={info.data} roles={roles} /> : null}
    >
      {info.data ? <UserSections user={info.data} /> : null}
    </Detail>
  );
};

const UserSections = ({ user }: { user: UserInfo }) => {
  const { t } = useTranslation();
  return (
    <div className={styles.sections}>
      <UserFacts user={user} />
      <section aria-labelledby="user-perms">
        <h3 id="user-perms" className={styles.heading}>
          {t("users.perms")}
        </h3>
        <HeldPermissions user={user} />
      </section>
      <section aria-labelledby="user-sessions">
        <h3 id="user-sessions" className={styles.heading}>
          {t("users.sessions.title")}
        </h3>
        <UserSessions user={user} />
      </section>
      <section aria-labelledby="user-second-factor">
        <h3 id="user-second-factor" className={styles.heading}>
          {t("users.secondFactor.title")}
        </h3>
        <SecondFactorLine user={user} />
      </section>
      <section aria-labelledby="user-operations">
        <h3 id="user-operations" className={styles.heading}>
          {t("users.recent")}
        </h3>
        {user.operations.length === 0 ? (
          <p className={styles.quiet}>{t("users.recentNone")}</p>
        ) : (
          <OperationList items={user.operations} hiddenFacts={["username"]} />
        )}
      </section>
    </div>
  );
};
