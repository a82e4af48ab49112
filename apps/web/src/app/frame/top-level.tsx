import { useTranslation } from "react-i18next";
import { Outlet, ScrollRestoration } from "react-router";
import { useIsBuildStale } from "../../lib/build-watch.ts";
import { useIsOnline } from "../../lib/live/online.ts";
import { page } from "../../lib/page.ts";
import styles from "./top-level.module.css";

const Banners = () => {
  const { t } = useTranslation();
  const isOnline = useIsOnline();
  const isStale = useIsBuildStale();
  return (
    <div role="status" aria-live="polite">
      {!isOnline && <p className={styles.offline}>{t("frame.offline")}</p>}
      {isStale && (
        <p className={styles.stale}>
          {t("frame.stale.banner")}
          <button type="button" className={styles.reload} onClick={() => page.reload()}>
            {t("frame.stale.reload")}
          </button>
        </p>
      )}
    </div>
  );
};

/** Wraps every screen including the login, so it must stay small. */
export const TopLevel = () => (
  <>
    <Banners />
    <Outlet />
    <ScrollRestoration />
  </>
);
