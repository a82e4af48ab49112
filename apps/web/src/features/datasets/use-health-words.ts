import type { DatasetSummary } from "@dailies/contract";
import { useTranslation } from "react-i18next";
import { formatExact } from "../../ui/format.ts";

/** Why a dataset counts as it does, and when that was looked at. */
export const useHealthWords = ({ state, reason, checked_at }: DatasetSummary["health"]): string => {
  const { t, i18n } = useTranslation();
  const when =
    checked_at === null
      ? t("datasets.health.neverChecked")
      : t("datasets.health.checked", { time: formatExact(new Date(checked_at), i18n.language) });
  return `${reason ?? t(`datasets.health.about.${state}`)}\n${when}`;
};
