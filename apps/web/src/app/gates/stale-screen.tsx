import { useTranslation } from "react-i18next";
import { page } from "../../lib/page.ts";
import styles from "../plain-screen.module.css";

export const StaleScreen = () => {
  const { t } = useTranslation();
  return (
    <div className={styles.screen}>
      <div className={styles.panel}>
        <h1 className={styles.title}>{t("frame.stale.title")}</h1>
        <p className={styles.text}>{t("frame.stale.hint")}</p>
        <div className={styles.actions}>
          <button type="button" className={styles.primary} onClick={() => page.reload()}>
            {t("frame.stale.reload")}
          </button>
        </div>
      </div>
    </div>
  );
};
