import type { FieldValue } from "@dailies/contract";
import { type ReactNode, type Ref, useImperativeHandle, useRef } from "react";
import styles from "./answer-form.module.css";
import { focusIn, handleKey } from "./answer-keys.ts";
import { AnswerQuestionRow } from "./answer-question.tsx";
import {
  type AnswerFaults,
  type AnswerQuestion,
  type Answers,
  choicesOf,
  choose,
  sectionsOf,
} from "./answer-values.ts";

export interface AnswerFormHandle {
  focusFirst(): void;
  focusQuestion(key: string): void;
}

interface AnswerFormProps {
  /** Rendered in order, under their sections; only questions for people are rendered. */
  questions: readonly AnswerQuestion[];
  values: Answers;
  /** Null clears the answer. */
  onChange: (key: string, value: FieldValue | null) => void;
  /** Shown under the fields, in addition to validation errors. */
  faults?: AnswerFaults;
  isDisabled?: boolean;
  /** Shows the shortcut digits on the choices. */
  hasKeyHints?: boolean;
  /** Renders an example; if absent, examples are hidden. */
  renderExample?: (assetId: string, kind: "good" | "bad") => ReactNode;
  ref?: Ref<AnswerFormHandle>;
}

const NO_FAULTS: AnswerFaults = {};

/** The form a rater fills in. It has no server dependency: questions, answers and errors are props. */
export const AnswerForm = ({
  questions,
  values,
  onChange,
  faults = NO_FAULTS,
  isDisabled = false,
  hasKeyHints = true,
  renderExample,
  ref,
}: AnswerFormProps) => {
  const root = useRef<HTMLDivElement>(null);
  useImperativeHandle(ref, () => {
    const all = (): HTMLElement[] => [...(root.current?.querySelectorAll<HTMLElement>("[data-question]") ?? [])];
    return {
      focusFirst: () => focusIn(all()[0]),
      focusQuestion: (key) => focusIn(all().find(({ dataset }) => dataset.question === key)),
    };
  });
  const onDigit = (key: string, index: number): void => {
    const field = questions.find((question) => question.key === key)?.field;
    const choice = field && choicesOf(field)[index];
    if (field && choice !== undefined) onChange(key, choose(field, values[key] ?? null, choice));
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: handles the key events of the focused fields inside it.
    <div
      ref={root}
      className={styles.form}
      data-hints={hasKeyHints}
      onKeyDown={(event) => {
        if (!isDisabled) handleKey(event, { onDigit, onClear: (key) => onChange(key, null) });
      }}
    >
      {sectionsOf(questions).map(({ name, questions: own }) => (
        <section key={name} className={styles.section} aria-label={name || undefined}>
          {name === "" ? null : <h3 className={styles.sectionName}>{name}</h3>}
          {own.map((question) => (
            <AnswerQuestionRow
              key={question.key}
              question={question}
              value={values[question.key] ?? null}
              faults={faults[question.key] ?? []}
              isDisabled={isDisabled}
              renderExample={renderExample}
              onChange={(value) => onChange(question.key, value)}
            />
          ))}
        </section>
      ))}
    </div>
  );
};
