import type { EvaluationItem } from "@dailies/contract";
import { useTranslation } from "react-i18next";
import styles from "../judging.module.css";

const PROMPT_KEY = "prompt";

const shown = (value: EvaluationItem["prompt"][string]): string =>
  typeof value === "object" ? JSON.stringify(value) : String(value);

/** The inputs the clips were generated from. */
export const PromptPanel = ({ item }: { item: EvaluationItem }) => {
  const { t } = useTranslation();
  const { prompt, ...others } = item.prompt;
  const rest = Object.entries(others).filter(([key]) => key !== PROMPT_KEY);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a long prompt must be scrollable by keyboard.
    <section className={styles.prompt} aria-label={t("evaluations.prompt")} tabIndex={0}>
      {prompt === undefined ? null : <p className={styles.promptText}>{shown(prompt)}</p>}
      {rest.length > 0 ? (
        <dl className={styles.inputs}>
          {rest.map(([key, value]) => (
            <div key={key}>
              <dt>{key}</dt>
              <dd>{shown(value)}</dd>
            </div>
          ))}
        </dl>
      ) : null}
      {item.instructions ? (
        <details className={styles.instructions}>
          <summary>{t("evaluations.instructions")}</summary>
          <p>{item.instructions}</p>
        </details>
      ) : null}
    </section>
  );
};
