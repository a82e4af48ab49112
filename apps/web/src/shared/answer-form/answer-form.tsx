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
  /** Drawn in their order, under their sections; only what people answer is drawn. */
  questions: readonly AnswerQuestion[];
  values: Answers;
  /** Null takes an answer back. */
  onChange: (key: string, value: FieldValue | null) => void;
  /** Shown under the fields, beside what is wrong with an answer itself. */
  faults?: AnswerFaults;
  isDisabled?: boolean;
  /** Small digits on what the number keys choose. */
  hasKeyHints?: boolean;
  /** How an example is shown; without it there are none. */
  renderExample?: (assetId: string, kind: "good" | "bad") => ReactNode;
  ref?: Ref<AnswerFormHandle>;
}

const NO_FAULTS: AnswerFaults = {};

/** The form that a judge fills in. It knows no server: what is asked, what was answered and what is wrong come from outside. */
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
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys belong to the fields in it, which hold the focus.
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
