import { Button } from "antd";
import { useTranslation } from "react-i18next";
import styles from "../benchmarks.module.css";
import { MAX_COMPARED } from "../cell-address.ts";
import type { Compare } from "./use-compare.ts";

/** The cells selected so far, until there are enough to compare. */
export const CompareBar = ({ compare }: { compare: Compare }) => {
  const { t } = useTranslation();
  const count = compare.chosen.length;
  if (count === 0) return null;
  return (
    <section className={styles.compareBar} aria-label={t("benchmarks.compare.name")}>
      <span aria-live="polite">
        <strong>{t("benchmarks.compare.bar", { count })}</strong>{" "}
        <span className={styles.hint}>
          {count < 2 ? t("benchmarks.compare.needTwo") : t("benchmarks.compare.most", { max: MAX_COMPARED })}
        </span>
      </span>
      <Button type="primary" disabled={count < 2} onClick={compare.open}>
        {t("benchmarks.compare.open")}
      </Button>
      <Button onClick={compare.clear}>{t("benchmarks.compare.clear")}</Button>
    </section>
  );
};
