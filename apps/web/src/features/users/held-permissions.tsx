import { PLATFORM_FLAGS, type UserInfo } from "@dailies/contract";
import { useTranslation } from "react-i18next";
import { usePermissionName } from "../../shared/permission-codes.ts";
import { StatusTag } from "../../ui/feedback/status-tag.tsx";
import { Time } from "../../ui/time.tsx";
import styles from "./users.module.css";

type Held = UserInfo["held"][number];

const Why = ({ held }: { held: Held }) => {
  const { t } = useTranslation();
  const giver = held.granted_by === null ? t("users.heldFromBefore") : t("users.givenBy", { name: held.granted_by });
  return (
    <span className={styles.why}>
      {held.is_from_provider ? t("users.heldFromProvider") : giver} · <Time at={held.granted_at} />
    </span>
  );
};

/** A user's permissions, where each comes from, and the resulting platform mask. */
export const HeldPermissions = ({ user }: { user: UserInfo }) => {
  const { t } = useTranslation();
  const nameOf = usePermissionName();
  const flags: Readonly<Record<string, number>> = PLATFORM_FLAGS;
  const flagged = user.held.filter(({ key }) => key in flags).map(({ key }) => `${key} ${flags[key]}`);
  return (
    <>
      {user.held.length === 0 ? <p className={styles.quiet}>{t("users.heldNone")}</p> : null}
      <ul className={styles.held}>
        {user.held.map((held) => (
          <li key={held.key}>
            <span className="ds-mono">{held.key}</span>
            <span>{nameOf(held)}</span>
            <Why held={held} />
          </li>
        ))}
        {user.waiting_perms.map((code) => (
          <li key={code}>
            <span className="ds-mono">{code}</span>
            <StatusTag tone="warning">{t("shared.approvals.tag")}</StatusTag>
            <span className={styles.why}>{t("users.waitsForSecond")}</span>
          </li>
        ))}
      </ul>
      <p className={styles.mask}>
        {t("users.mask")} <code className="ds-mono">{user.platform_flags}</code>
        <span className={styles.quiet}> = {["MAGI_DEFAULT 1", ...flagged].join(" | ")}</span>
      </p>
    </>
  );
};
