import { Button } from "antd";
import { useTranslation } from "react-i18next";
import { useCurrentUser } from "../../lib/session.ts";
import { STATUS_ICONS } from "../../ui/feedback/status-tag.tsx";
import styles from "./home.module.css";

/** What needs the user's attention now, or an empty state. */
export const WaitingPanel = ({ onSetPassword }: { onSetPassword: () => void }) => {
  const { t } = useTranslation();
  const hasPassword = useCurrentUser().is_password_set;
  if (hasPassword) {
    return (
      <div className={styles.waiting}>
        <div className={styles.waitingWords}>
          <strong>{t("home.waiting.nothing")}</strong>
          <span>{t("home.waiting.nothingHint")}</span>
        </div>
      </div>
    );
  }
  return (
    <div className={styles.waiting} data-urgent="true">
      <span className={styles.waitingIcon} aria-hidden="true">
        {STATUS_ICONS.warning}
      </span>
      <div className={styles.waitingWords}>
        <strong>{t("home.waiting.noPassword")}</strong>
        <span>{t("home.waiting.noPasswordHint")}</span>
      </div>
      <Button type="primary" onClick={onSetPassword}>
        {t("home.waiting.setPassword")}
      </Button>
    </div>
  );
};
