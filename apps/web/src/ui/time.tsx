import { useTranslation } from "react-i18next";
import { formatExact, formatRelative } from "./format.ts";
import { useNow } from "./use-now.ts";

interface TimeProps {
  /** ISO 8601 with zone. */
  at: string;
}

/** "3 minutes ago", with the exact local time and zone in the tooltip. */
export const Time = ({ at }: TimeProps) => {
  const { t, i18n } = useTranslation();
  const now = useNow();
  const moment = new Date(at);
  return (
    <time dateTime={at} title={formatExact(moment, i18n.language)}>
      {formatRelative(moment, new Date(now), i18n.language) ?? t("ui.time.now")}
    </time>
  );
};
