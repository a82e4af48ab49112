import { Button } from "antd";
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import styles from "../judging.module.css";

const REST_AFTER_MS = 25 * 60_000;

/** Suggests a break: raters tire before they notice. */
export const BreakHint = () => {
  const { t } = useTranslation();
  const [isDue, setIsDue] = useState(false);
  useEffect(() => {
    if (isDue) return undefined;
    const timer = setTimeout(() => setIsDue(true), REST_AFTER_MS);
    return () => clearTimeout(timer);
  }, [isDue]);
  if (!isDue) return null;
  return (
    <div role="status" className={styles.strip}>
      <span>{t("evaluations.break.hint")}</span>
      <Button size="small" onClick={() => setIsDue(false)}>
        {t("evaluations.break.dismiss")}
      </Button>
    </div>
  );
};
