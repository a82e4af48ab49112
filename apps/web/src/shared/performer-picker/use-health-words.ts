import type { PerformerItem } from "@dailies/contract";
import { useTranslation } from "react-i18next";
import { formatCount, formatDuration, formatPercent } from "../../ui/format.ts";
import { healthOf } from "./health.ts";

/** The health on one line: state, median time, failures out of total. */
export const useHealthWords = (performer: PerformerItem): string => {
  const { t, i18n } = useTranslation();
  const { p50_s, error_rate_24h, calls_24h } = performer.health;
  const parts: string[] = [t(`shared.performers.health.${healthOf(performer)}`)];
  if (p50_s !== null) parts.push(t("shared.performers.median", { time: formatDuration(p50_s * 1000) }));
  if (error_rate_24h !== null) {
    const share = formatPercent(error_rate_24h, 0, i18n.language);
    parts.push(t("shared.performers.failedShare", { share, calls: formatCount(calls_24h, i18n.language) }));
  }
  return parts.join(" · ");
};
