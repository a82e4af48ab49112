import type { FieldValue } from "@dailies/contract";
import { Button } from "antd";
import { type ReactNode, useId } from "react";
import { useTranslation } from "react-i18next";
import { faultWords } from "../../ui/field/fault-words.ts";
import { AnswerControl } from "./answer-control.tsx";
import styles from "./answer-form.module.css";
import { type AnswerQuestion, valueFaults } from "./answer-values.ts";
import { RubricNotes } from "./rubric-notes.tsx";

interface AnswerQuestionRowProps {
  question: AnswerQuestion;
  value: FieldValue | null;
  faults: readonly string[];
  isDisabled: boolean;
  /** Beside the name, such as where the answer came from. */
  note?: ReactNode;
  renderExample: ((assetId: string, kind: "good" | "bad") => ReactNode) | undefined;
  onChange: (value: FieldValue | null) => void;
}

/** One question with its input, its rubric and its errors. */
export const AnswerQuestionRow = ({
  question,
  value,
  faults,
  isDisabled,
  note,
  renderExample,
  onChange,
}: AnswerQuestionRowProps) => {
  const { t } = useTranslation();
  const id = useId();
  const { name, description, field, is_required } = question;
  const wrong = [...new Set([...faults, ...valueFaults(field, value)])];
  return (
    <fieldset
      className={styles.question}
      data-question={question.key}
      data-answered={value !== null}
      aria-describedby={`${id}-about`}
      aria-invalid={wrong.length > 0}
    >
      <legend id={`${id}-name`} className={styles.name}>
        {name}
        {is_required ? null : <span className={styles.optional}> · {t("shared.answerForm.optional")}</span>}
        {note}
      </legend>
      {value === null || isDisabled ? null : (
        <Button
          type="link"
          size="small"
          className={styles.clear}
          aria-label={t("shared.answerForm.clearOf", { name })}
          onClick={() => onChange(null)}
        >
          {t("shared.answerForm.clear")}
        </Button>
      )}
      {description === "" ? null : <p className={styles.description}>{description}</p>}
      <AnswerControl
        field={field}
        name={name}
        labelId={`${id}-name`}
        value={value}
        isDisabled={isDisabled}
        onChange={onChange}
      />
      <div id={`${id}-about`} role="status" className={styles.faults}>
        {wrong.map((message) => (
          <p key={message}>{faultWords(message, t)}</p>
        ))}
      </div>
      <RubricNotes rubric={question.rubric} renderExample={renderExample} />
    </fieldset>
  );
};
