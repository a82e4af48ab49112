import type { ExperimentRunDetail } from "@dailies/contract";
import { Input } from "antd";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import styles from "./run.module.css";

/** All parameters and tags, found by a part of their names or values. */
export const RunParams = ({ run }: { run: ExperimentRunDetail }) => {
  const { t } = useTranslation();
  const [words, setWords] = useState("");
  const wanted = words.trim().toLowerCase();
  const matching = (all: Readonly<Record<string, string>>) =>
    Object.entries(all)
      .filter(([key, value]) => `${key} ${value}`.toLowerCase().includes(wanted))
      .sort(([a], [b]) => a.localeCompare(b));
  return (
    <div className={styles.stack}>
      <Input
        allowClear
        className={styles.search ?? ""}
        value={words}
        maxLength={200}
        aria-label={t("experiments.run.searchParams")}
        placeholder={t("experiments.run.searchParams")}
        onChange={({ target }) => setWords(target.value)}
      />
      <PairTable
        title={t("experiments.tabs.params")}
        none={t("experiments.run.noParams")}
        pairs={matching(run.params)}
      />
      <PairTable title={t("experiments.run.tags")} none={t("experiments.run.noTags")} pairs={matching(run.tags)} />
    </div>
  );
};

interface PairTableProps {
  title: string;
  none: string;
  pairs: readonly (readonly [string, string])[];
}

const PairTable = ({ title, none, pairs }: PairTableProps) => (
  <section>
    <h2 className={styles.title}>{title}</h2>
    {pairs.length === 0 ? <p className={styles.quiet}>{none}</p> : null}
    <dl className={styles.pairs}>
      {pairs.map(([key, value]) => (
        <div key={key}>
          <dt>{key}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  </section>
);
