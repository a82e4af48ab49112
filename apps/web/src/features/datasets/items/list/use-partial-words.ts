import { useTranslation } from "react-i18next";
import { formatCount } from "../../../../ui/format.ts";
import type { HowSure } from "./use-item-window.ts";

type HowMuch = Pick<HowSure, "isPartial" | "hasTimedOut" | "scanned">;

/** Text saying that a count is partial, the same everywhere. Undefined if the count is complete. */
export const usePartialWords = (): ((how: HowMuch) => string | undefined) => {
  const { t, i18n } = useTranslation();
  return ({ isPartial, hasTimedOut, scanned }) => {
    if (hasTimedOut) return t("datasetItems.totals.timedOut");
    if (!isPartial) return undefined;
    return t("datasetItems.totals.partial", { scanned: formatCount(scanned, i18n.language) });
  };
};
