import { type FieldSpec, isComparison } from "@dailies/contract";
import { useId } from "react";
import { useTranslation } from "react-i18next";
import type { AnswerControlProps } from "./answer-control-props.ts";
import styles from "./answer-form.module.css";
import { choicesOf, choose, isChosen, isSingleChoice } from "./answer-values.ts";

type Choice = string | number | boolean;

/** Up to this many, every point has its label below it; beyond, only the chosen one's is shown. */
const WORDED_POINTS = 5;
const MAX_DIGIT = 9;

const isSeveral = (field: FieldSpec): boolean => field.type === "list" && !isSingleChoice(field);

const signed = (field: FieldSpec, value: number): string => {
  const size = String(Math.abs(value));
  if (value === 0 || !isComparison(field)) return value < 0 ? `−${size}` : size;
  return value < 0 ? `−${size}` : `+${size}`;
};

const wordsOf = (field: FieldSpec, choice: Choice): string | undefined =>
  field.type === "number" ? field.labels?.find(({ value }) => value === choice)?.words : undefined;

const drawingOf = (field: FieldSpec) => ({
  "data-scale": field.type === "number",
  "data-stars": field.type === "number" && field.display === "stars",
});

/** A scale, yes or no, or options: one click each, or the number keys. */
export const ChoiceRow = (props: AnswerControlProps) => {
  const { field, labelId, value } = props;
  const choices = choicesOf(field);
  const isScale = field.type === "number";
  const isRoomy = choices.length <= WORDED_POINTS;
  const chosen = choices.find((choice) => isChosen(value, choice));
  const said = isScale && chosen !== undefined ? wordsOf(field, chosen) : undefined;
  const buttons = choices.map((choice, index) => (
    <ChoiceButton key={String(choice)} {...props} choice={choice} index={index} isRoomy={isRoomy} />
  ));
  return (
    <>
      {isSeveral(field) ? (
        <div className={styles.choices}>{buttons}</div>
      ) : (
        <div role="radiogroup" aria-labelledby={labelId} className={styles.choices} {...drawingOf(field)}>
          {buttons}
        </div>
      )}
      {isScale && !isRoomy && field.labels ? <p className={styles.said}>{said ?? endsOf(field, choices)}</p> : null}
    </>
  );
};

/** The labels of the two ends, shown before anything is chosen. */
const endsOf = (field: FieldSpec, choices: readonly Choice[]): string => {
  const ends = [choices[0], choices.at(-1)].flatMap((choice) => (choice === undefined ? [] : [wordsOf(field, choice)]));
  return ends.filter((words) => words !== undefined).join(" … ");
};

interface ChoiceButtonProps extends AnswerControlProps {
  choice: Choice;
  index: number;
  isRoomy: boolean;
}

const ChoiceButton = ({ field, value, isDisabled, onChange, labelId, choice, index, isRoomy }: ChoiceButtonProps) => {
  const { t } = useTranslation();
  const id = useId();
  const words = wordsOf(field, choice);
  const isStar = field.type === "number" && field.display === "stars";
  const isLit = isStar && typeof value === "number" && typeof choice === "number" && choice <= value;
  const title =
    typeof choice === "boolean" ? t(choice ? "ui.field.yes" : "ui.field.no") : choiceTitle(field, choice, isStar);
  return (
    <label className={styles.choice} htmlFor={id} title={isRoomy ? undefined : words} data-lit={isLit}>
      <input
        id={id}
        className="ds-visually-hidden"
        type={isSeveral(field) ? "checkbox" : "radio"}
        name={labelId}
        aria-label={[typeof choice === "number" ? String(choice) : title, words].filter(Boolean).join(" ")}
        checked={isChosen(value, choice)}
        disabled={isDisabled}
        onChange={() => onChange(choose(field, value, choice))}
      />
      {index < MAX_DIGIT ? (
        <span className={styles.hint} aria-hidden="true">
          {index + 1}
        </span>
      ) : null}
      <span className={styles.choiceTitle}>{title}</span>
      {isRoomy && words !== undefined ? <span className={styles.choiceWords}>{words}</span> : null}
    </label>
  );
};

const choiceTitle = (field: FieldSpec, choice: string | number, isStar: boolean): string => {
  if (isStar) return "★";
  return typeof choice === "number" ? signed(field, choice) : choice;
};
