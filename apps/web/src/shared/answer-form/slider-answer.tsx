import type { SpecOf } from "@dailies/contract";
import { useTranslation } from "react-i18next";
import type { AnswerControlProps } from "./answer-control-props.ts";
import styles from "./answer-form.module.css";

/** The number of steps of a slider without its own step. */
const STEPS = 100;

const stepOf = ({ step, is_integer, min = 0, max = 0 }: SpecOf<"number">): number =>
  step ?? (is_integer ? 1 : Number(((max - min) / STEPS).toPrecision(6)) || 1);

/** A slider without a thumb until it is touched: an initial position would look like an answer. */
export const SliderAnswer = ({ field, labelId, value, isDisabled, onChange }: AnswerControlProps<SpecOf<"number">>) => {
  const { t } = useTranslation();
  const { min = 0, max = 0, unit = "" } = field;
  const isSet = typeof value === "number";
  const middle = min + (max - min) / 2;
  const words = isSet ? field.labels?.find((label) => label.value === value)?.words : undefined;
  const take = (text: string): void => onChange(Math.min(max, Math.max(min, Number(text))));
  return (
    <div className={styles.slider}>
      <span className={styles.sliderEnd}>{min}</span>
      <input
        type="range"
        aria-labelledby={labelId}
        aria-valuetext={isSet ? `${value} ${unit} ${words ?? ""}`.trim() : t("shared.answerForm.notAnswered")}
        min={min}
        max={max}
        step={stepOf(field)}
        value={isSet ? value : middle}
        data-unset={!isSet}
        disabled={isDisabled}
        onChange={({ target }) => take(target.value)}
        // A click at the thumb's initial position fires no change event, but is an answer.
        onClick={({ currentTarget }) => {
          if (!isSet) take(currentTarget.value);
        }}
      />
      <span className={styles.sliderEnd}>{max}</span>
      <output className={styles.sliderValue}>
        {isSet
          ? [`${value}${unit && ` ${unit}`}`, words].filter(Boolean).join(" · ")
          : t("shared.answerForm.notAnswered")}
      </output>
    </div>
  );
};
