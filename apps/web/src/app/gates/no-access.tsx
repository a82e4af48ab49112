import type { Access } from "@dailies/contract";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { PATHS } from "../../lib/paths.ts";
import styles from "../plain-screen.module.css";

/** 403 page of a screen: names the missing permission and links to another screen. */
export const NoAccess = ({ access }: { access: Access }) => {
  const { t } = useTranslation();
  const permission = typeof access === "object" && "permission" in access ? access.permission : undefined;
  return (
    <div className={styles.screen}>
      <div className={styles.panel} role="alert">
        <h1 className={styles.title}>{t("frame.guard.screenTitle")}</h1>
        <p className={styles.text}>{t("frame.guard.noAccess")}</p>
        <p className={styles.text}>
          {permission ? t("frame.guard.screenHint", { permission }) : t("frame.guard.internalHint")}
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
