import { useTranslation } from "react-i18next";
import { formatExact } from "../../../ui/format.ts";
import { setOfColumn } from "./column-sets.ts";
import { useBrowser } from "./url-state/browser-context.ts";

/** Where an added column comes from, in words; undefined for the dataset's own columns. */
export const useColumnOrigin = (name: string): string | undefined => {
  const { t, i18n } = useTranslation();
  const { dataset, version } = useBrowser();
  const set = setOfColumn(dataset, version, name);
  if (!set) return undefined;
  const time = formatExact(new Date(set.as_of), i18n.language);
  return t("datasetItems.column.origin", { name, task: set.task_name, time });
};
