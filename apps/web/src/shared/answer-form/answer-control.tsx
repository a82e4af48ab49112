import type { FieldSpec, FieldValue } from "@dailies/contract";
import { Input, InputNumber } from "antd";
import { FieldControl } from "../../ui/field/field-control.tsx";
import type { AnswerControlProps } from "./answer-control-props.ts";
import styles from "./answer-form.module.css";
import { choicesOf, hasPoints } from "./answer-values.ts";
import { ChoiceRow } from "./choice-row.tsx";
import { KeyedAnswers } from "./keyed-answers.tsx";
import { SliderAnswer } from "./slider-answer.tsx";

type Of<T extends FieldSpec["type"]> = AnswerControlProps<Extract<FieldSpec, { type: T }>>;

/** The input of one question. It never assumes an answer: an untouched field stays null. */
export const AnswerControl = (props: AnswerControlProps) => {
  const { field } = props;
  if (choicesOf(field).length > 0) return <ChoiceRow {...props} />;
  switch (field.type) {
    case "number":
      return <NumberAnswer {...props} field={field} />;
    case "text":
      return <TextAnswer {...props} field={field} />;
    case "key_value":
      return field.keys ? <KeyedAnswers {...props} field={field} keys={field.keys} /> : <FreeEntries {...props} />;
    case "list":
      return <FreeEntries {...props} />;
    case "boolean":
      return <ChoiceRow {...props} />;
  }
};

const NumberAnswer = (props: Of<"number">) => {
  const { field, labelId, value, isDisabled, onChange } = props;
  if (field.display === "slider" && !hasPoints(field)) return <SliderAnswer {...props} />;
  return (
    <span className={styles.number}>
      <InputNumber<number>
        aria-labelledby={labelId}
        value={typeof value === "number" ? value : null}
        step={field.step ?? 1}
        disabled={isDisabled}
        changeOnWheel={false}
        onChange={(next) => onChange(next)}
      />
      {field.unit ? <span className={styles.unit}>{field.unit}</span> : null}
    </span>
  );
};

const TextAnswer = ({ field, labelId, value, isDisabled, onChange }: Of<"text">) => {
  const shared = {
    "aria-labelledby": labelId,
    value: typeof value === "string" ? value : "",
    disabled: isDisabled,
    onChange: ({ target }: { target: { value: string } }) => onChange(target.value === "" ? null : target.value),
  };
  return field.is_multiline ? (
    <Input.TextArea {...shared} autoSize={{ minRows: 2, maxRows: 8 }} />
  ) : (
    <Input {...shared} />
  );
};

/** Lists and pairs without options: any number of entries. An empty list is no answer. */
const FreeEntries = ({ field, name, value, isDisabled, onChange }: AnswerControlProps) => (
  <FieldControl
    spec={field}
    label={name}
    isLabelHidden
    value={value ?? undefined}
    isDisabled={isDisabled}
    onChange={(next) => onChange(next === undefined || isEmpty(next) ? null : next)}
  />
);

const isEmpty = (value: FieldValue): boolean => typeof value === "object" && Object.keys(value).length === 0;
