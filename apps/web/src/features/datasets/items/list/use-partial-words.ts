import { useTranslation } from "react-i18next";
import { formatCount } from "../../../../ui/format.ts";
import type { HowSure } from "./use-item-window.ts";

type HowMuch = Pick<HowSure, "isPartial" | "hasTimedOut" | "scanned">;

/** Says of a count that it is of a part only, in the same words wherever it stands. Undefined where it is of all. */
export const usePartialWords = (): ((how: HowMuch) => string | undefined) => {
  const { t, i18n } = useTranslation();
  return ({ isPartial, hasTimedOut, scanned }) => {
    if (hasTimedOut) return t("datasetItems.totals.timedOut");
    if (!isPartial) return undefined;
    return t("datasetItems.totals.partial", { scanned: formatCount(scanned, i18n.language) });
  };
};
