import type { Access, PermissionCode } from "@dailies/contract";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { PATHS } from "../../lib/paths.ts";
import { useCurrentUser } from "../../lib/session.ts";
import styles from "../plain-screen.module.css";

/** The codes of which any one opens the screen; a flag counts only with fine-grained administration on. */
const openingCodes = (access: Access, isFineGrained: boolean): PermissionCode[] => {
  if (typeof access === "string" || "service" in access) return [];
  return [...("permission" in access ? [access.permission] : []), ...(isFineGrained ? (access.flags ?? []) : [])];
};

/** Without a code to ask for: the screen needs a setting, or another kind of user. */
const hintOf = (access: Access): "flagHint" | "internalHint" =>
  typeof access === "object" && "flags" in access ? "flagHint" : "internalHint";

/** 403 page of a screen: names the missing permission and links to another screen. */
export const NoAccess = ({ access }: { access: Access }) => {
  const { t, i18n } = useTranslation();
  const codes = openingCodes(access, useCurrentUser().fine_grained_admin);
  const permission = new Intl.ListFormat(i18n.language, { type: "disjunction" }).format(codes);
  return (
    <div className={styles.screen}>
      <div className={styles.panel} role="alert">
        <h1 className={styles.title}>{t("frame.guard.screenTitle")}</h1>
        <p className={styles.text}>{t("frame.guard.noAccess")}</p>
        <p className={styles.text}>
          {codes.length > 0 ? t("frame.guard.screenHint", { permission }) : t(`frame.guard.${hintOf(access)}`)}
        </p>
        <div className={styles.actions}>
          <Link className={styles.primary} to={PATHS.home}>
            {t("frame.notBuilt.home")}
          </Link>
        </div>
      </div>
    </div>
  );
};
