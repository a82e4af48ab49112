import { Input } from "antd";
import { useTranslation } from "react-i18next";
import styles from "../dimensions.module.css";
import { levelsOf, type QuestionDraft } from "./question-draft.ts";
import type { QuestionFormProps } from "./question-form-props.ts";

/** The meaning of each level, so that raters use the scale consistently. */
export const RubricFields = ({ draft, isReadOnly, onChange }: QuestionFormProps) => {
  const { t } = useTranslation();
  const levels = levelsOf(draft.field);
  if (levels.length === 0) return null;
  const wordsOf = (level: string): string => draft.rubric.levels.find(({ value }) => value === level)?.words ?? "";
  return (
    <fieldset className={styles.anchors}>
      <legend>{t("dimensions.rubric.title")}</legend>
      <p className={styles.quiet}>{t("dimensions.rubric.help")}</p>
      {levels.map((level) => (
        <div key={level} className={styles.anchor}>
          <span className="ds-number">{level}</span>
          <Input.TextArea
            size="small"
            aria-label={t("dimensions.rubric.of", { level })}
            value={wordsOf(level)}
            maxLength={300}
            disabled={isReadOnly}
            autoSize={{ minRows: 1, maxRows: 4 }}
            onChange={({ target }) => onChange(withAnchor(draft, levels, level, target.value))}
          />
        </div>
      ))}
    </fieldset>
  );
};

/** In level order; anchors of levels that no longer exist are removed. */
const withAnchor = (draft: QuestionDraft, levels: readonly string[], level: string, words: string): QuestionDraft => {
  const said = new Map(draft.rubric.levels.map((one) => [one.value, one.words]));
  said.set(level, words);
  const next = levels.flatMap((value) => {
    const anchor = said.get(value);
    return anchor ? [{ value, words: anchor }] : [];
  });
  return { ...draft, rubric: { ...draft.rubric, levels: next } };
};
