import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { PATHS } from "../../lib/paths.ts";
import styles from "./shells.module.css";

/** The logo: three film frames, the middle one highlighted. */
const Mark = () => (
  <svg viewBox="0 0 20 20" width="20" height="20" aria-hidden="true" className={styles.mark}>
    <rect x="1" y="3" width="18" height="14" rx="3" className={styles.markBody} />
    <rect x="7" y="6" width="6" height="8" rx="1" className={styles.markFrame} />
    <path d="M4 6.5v1M4 9.5v1M4 12.5v1M16 6.5v1M16 9.5v1M16 12.5v1" className={styles.markHoles} />
  </svg>
);

export const Wordmark = ({ isShort = false }: { isShort?: boolean }) => {
  const { t } = useTranslation();
  return (
    <Link to={PATHS.start} className={styles.wordmark} aria-label={t("frame.product")}>
      <Mark />
      {!isShort && <span>{t("frame.product")}</span>}
    </Link>
  );
};
