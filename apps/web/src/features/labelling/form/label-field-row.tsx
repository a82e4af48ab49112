import type { FieldValue, LabelFault, LabelField, LabelValue } from "@dailies/contract";
import { type ReactNode, useId } from "react";
import { useTranslation } from "react-i18next";
import answerStyles from "../../../shared/answer-form/answer-form.module.css";
import { AnswerQuestionRow } from "../../../shared/answer-form/answer-question.tsx";
import type { AnswerQuestion } from "../../../shared/answer-form/answer-values.ts";
import { PairChoice } from "../../../shared/leased-work/components/pair-choice.tsx";
import { SegmentsField } from "../segments/segments-field.tsx";
import type { SegmentEditor } from "../segments/use-segment-editors.ts";
import { CaptionField } from "./caption-field.tsx";
import { labelFaultText } from "./label-fault-text.ts";
import styles from "./label-form.module.css";
import { isEdited } from "./label-form.rules.ts";

interface LabelFieldRowProps {
  field: LabelField;
  value: LabelValue | null;
  prefilled: LabelValue | null;
  editor: SegmentEditor | undefined;
  hasPlayer: boolean;
  faults: readonly LabelFault[];
  isActive: boolean;
  onChange: (value: LabelValue | null) => void;
}

/** One field with its input, its help and its faults. */
export const LabelFieldRow = (props: LabelFieldRowProps) => (
  <div className={styles.row} data-active={props.isActive || undefined}>
    {props.field.input.kind === "field" ? <PlainField {...props} field={props.field} /> : <OwnField {...props} />}
  </div>
);

const NO_RUBRIC = { levels: [], good_asset_ids: [], bad_asset_ids: [] };

/** The form of judging asks the same field types. */
const questionOf = ({ key, name, help, is_required, input }: LabelField): AnswerQuestion | undefined =>
  input.kind === "field"
    ? {
        key,
        name,
        description: help,
        rubric: NO_RUBRIC,
        field: input.field,
        direction: "none",
        source: "human",
        weight: 1,
        is_required,
        section: "",
      }
    : undefined;

const PlainField = ({ field, value, prefilled, faults, onChange }: LabelFieldRowProps) => {
  const question = questionOf(field);
  if (!question) return null;
  return (
    <AnswerQuestionRow
      question={question}
      value={value as FieldValue | null}
      // The row knows the messages of field types; only this one differs.
      faults={faults.map(({ message }) =>
        message === "please fill in this field" ? "this field is required" : message,
      )}
      isDisabled={false}
      note={<PrefillNote value={value} prefilled={prefilled} />}
      renderExample={undefined}
      onChange={onChange}
    />
  );
};

/** Told apart, so that a person sees what a model suggested and whether it was changed. */
export const PrefillNote = ({ value, prefilled }: Pick<LabelFieldRowProps, "value" | "prefilled">): ReactNode => {
  const { t } = useTranslation();
  if (prefilled === null) return null;
  return (
    <span className={styles.prefill}>
      {t(isEdited(value, prefilled) ? "labelling.form.edited" : "labelling.form.prefilled")}
    </span>
  );
};

const OwnField = ({ field, value, prefilled, editor, hasPlayer, faults, onChange }: LabelFieldRowProps) => {
  const { t } = useTranslation();
  const id = useId();
  return (
    <fieldset className={answerStyles.question} data-question={field.key} aria-describedby={`${id}-about`}>
      <legend id={`${id}-name`} className={answerStyles.name}>
        {field.name}
        {field.is_required ? null : <span className={answerStyles.optional}> · {t("shared.answerForm.optional")}</span>}
        <PrefillNote value={value} prefilled={prefilled} />
      </legend>
      {field.help === "" ? null : <p className={answerStyles.description}>{field.help}</p>}
      {field.input.kind === "caption" ? (
        <CaptionField
          labelId={`${id}-name`}
          maxLength={field.input.max_length}
          value={typeof value === "string" ? value : ""}
          prefilled={typeof prefilled === "string" ? prefilled : undefined}
          onChange={onChange}
        />
      ) : null}
      {field.input.kind === "pairwise" ? (
        <PairChoice chosen={typeof value === "string" ? value : null} onChoice={onChange} />
      ) : null}
      {editor ? <SegmentsField editor={editor} hasPlayer={hasPlayer} isAnswered={value !== null} /> : null}
      <div id={`${id}-about`} role="status" className={answerStyles.faults}>
        {[...new Set(faults.map((fault) => faultLine(fault, t)))].map((words) => (
          <p key={words}>{words}</p>
        ))}
      </div>
    </fieldset>
  );
};

const faultLine = ({ path, message }: LabelFault, t: Parameters<typeof labelFaultText>[1]): string => {
  const [at] = path;
  const words = labelFaultText(message, t);
  return typeof at === "number" ? t("labelling.segments.fault", { number: at + 1, words }) : words;
};
