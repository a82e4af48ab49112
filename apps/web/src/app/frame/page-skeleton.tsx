import { useTranslation } from "react-i18next";
import styles from "./page-skeleton.module.css";

/** Shown while the screen's code or the current user is loading. */
export const PageSkeleton = () => {
  const { t } = useTranslation();
  return (
    <div className={styles.page} role="status" aria-label={t("frame.session.loading")}>
      <div className={styles.bar} />
      <div className={styles.body}>
        <div className={styles.heading} />
        <div className={styles.line} />
        <div className={styles.block} />
      </div>
    </div>
  );
};
