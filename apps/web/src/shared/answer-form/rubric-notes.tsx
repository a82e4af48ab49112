import type { Rubric } from "@dailies/contract";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import styles from "./answer-form.module.css";

interface RubricNotesProps {
  rubric: Rubric;
  renderExample: ((assetId: string, kind: "good" | "bad") => ReactNode) | undefined;
}

/** The rubric, collapsed: most raters read it once. */
export const RubricNotes = ({ rubric, renderExample }: RubricNotesProps) => {
  const { t } = useTranslation();
  const examples = renderExample
    ? ([
        ["good", rubric.good_asset_ids],
        ["bad", rubric.bad_asset_ids],
      ] as const)
    : [];
  const shown = examples.filter(([, ids]) => ids.length > 0);
  if (rubric.levels.length === 0 && shown.length === 0) return null;
  return (
    <details className={styles.rubric}>
      <summary>{t("shared.answerForm.meaning")}</summary>
      {rubric.levels.length === 0 ? null : (
        <dl className={styles.levels}>
          {rubric.levels.map(({ value, words }) => (
            <div key={value}>
              <dt>{value}</dt>
              <dd>{words}</dd>
            </div>
          ))}
        </dl>
      )}
      {shown.map(([kind, ids]) => (
        <figure key={kind} className={styles.examples}>
          <figcaption>{t(`shared.answerForm.${kind}`)}</figcaption>
          <div className={styles.clips}>
            {ids.map((id) => (
              <div key={id}>{renderExample?.(id, kind)}</div>
            ))}
          </div>
        </figure>
      ))}
    </details>
  );
};
