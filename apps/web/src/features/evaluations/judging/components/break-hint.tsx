import { Button } from "antd";
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { NoticeStrip } from "../../../../shared/leased-work/components/notice-strip.tsx";

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
    <NoticeStrip>
      <span>{t("evaluations.break.hint")}</span>
      <Button size="small" onClick={() => setIsDue(false)}>
        {t("evaluations.break.dismiss")}
      </Button>
    </NoticeStrip>
  );
};
