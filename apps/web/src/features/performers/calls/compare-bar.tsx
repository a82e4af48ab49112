import { Button } from "antd";
import { useTranslation } from "react-i18next";
import styles from "./calls.module.css";
import type { Comparison } from "./use-comparison.ts";

/** Says what is marked and opens it side by side; stays in sight while the wall scrolls. */
export const CompareBar = ({ comparison }: { comparison: Comparison }) => {
  const { t } = useTranslation();
  const { length } = comparison.marked;
  if (length === 0) return null;
  return (
    <div className={styles.compareBar} role="status">
      <span>{t(length === 1 ? "performers.compare.another" : "performers.compare.marked", { count: length })}</span>
      <Button onClick={comparison.clear}>{t("performers.compare.clear")}</Button>
      <Button type="primary" disabled={length < 2} onClick={comparison.open}>
        {t("performers.compare.open", { count: length })}
      </Button>
    </div>
  );
};
