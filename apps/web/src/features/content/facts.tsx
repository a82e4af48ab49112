import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import styles from "./facts.module.css";

interface Fact {
  label: string;
  value: ReactNode;
  /** Spans the whole line, for URLs. */
  isWide?: boolean;
}

/** A list of names and values; unknown values are omitted. */
export const Facts = ({ facts }: { facts: readonly (Fact | null)[] }) => (
  <dl className={styles.facts}>
    {facts.map((fact) =>
      fact === null ? null : (
        <div key={fact.label} className={styles.fact} data-wide={fact.isWide}>
          <dt>{fact.label}</dt>
          <dd>{fact.value}</dd>
        </div>
      ),
    )}
  </dl>
);

const wordsOf = (value: unknown): string => (typeof value === "string" ? value : JSON.stringify(value));

/** The model parameters besides the prompt. */
export const Params = ({ params }: { params: Readonly<Record<string, unknown>> }) => {
  const { t } = useTranslation();
  const entries = Object.entries(params);
  return (
    <section className={styles.section}>
      <h3 className={styles.heading}>{t("content.params")}</h3>
      {entries.length === 0 ? (
        <p className={styles.none}>{t("content.noParams")}</p>
      ) : (
        <dl className={styles.params}>
          {entries.map(([name, value]) => (
            <div key={name} className={styles.param}>
              <dt className="ds-mono">{name}</dt>
              <dd className="ds-mono">{wordsOf(value)}</dd>
            </div>
          ))}
        </dl>
      )}
    </section>
  );
};

export const Prompt = ({ prompt }: { prompt: string }) => {
  const { t } = useTranslation();
  return (
    <section className={styles.section}>
      <h3 className={styles.heading}>{t("content.prompt")}</h3>
      {prompt === "" ? (
        <p className={styles.none}>{t("content.noPrompt")}</p>
      ) : (
        <p className={styles.prompt}>{prompt}</p>
      )}
    </section>
  );
};
