import type { CellValue, ColumnType } from "@dailies/contract";
import { useTranslation } from "react-i18next";
import { formatMinute } from "../../../../ui/format.ts";
import { valueWords } from "../value-words.ts";
import styles from "./table.module.css";

interface CellViewProps {
  value: CellValue | undefined;
  type: ColumnType;
}

/** Renders one value by its type, on one line. */
export const CellView = ({ value, type }: CellViewProps) => {
  const { t, i18n } = useTranslation();
  if (value === null || value === undefined)
    return <span className={styles.absent}>{t("datasetItems.cell.null")}</span>;
  if (typeof value === "boolean") return <span>{t(`datasetItems.filter.${value}`)}</span>;
  if (type === "time" && typeof value === "string")
    return (
      <time dateTime={value} title={value}>
        {formatMinute(new Date(value), i18n.language)}
      </time>
    );
  const words = valueWords(value, t, i18n.language);
  if (typeof value === "object")
    return (
      <code className="ds-mono" title={value.preview}>
        {words}
      </code>
    );
  return (
    <span className={styles.cell} title={String(value)}>
      {words}
    </span>
  );
};
