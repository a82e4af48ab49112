import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import styles from "./job.module.css";

interface FactsProps {
  /** A value of null is not known. */
  rows: readonly { name: string; value: ReactNode }[];
}

/** What is known of a job or a run, one line each. */
export const Facts = ({ rows }: FactsProps) => {
  const { t } = useTranslation();
  return (
    <dl className={styles.facts}>
      {rows.map(({ name, value }) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value ?? <span className={styles.quiet}>{t("clusters.none")}</span>}</dd>
        </div>
      ))}
    </dl>
  );
};
