import type { SpecOf } from "@dailies/contract";
import { useTranslation } from "react-i18next";
import type { AnswerControlProps } from "./answer-control-props.ts";
import styles from "./answer-form.module.css";

/** Into how many steps a slider without one of its own is divided. */
const STEPS = 100;

const stepOf = ({ step, is_integer, min = 0, max = 0 }: SpecOf<"number">): number =>
  step ?? (is_integer ? 1 : Number(((max - min) / STEPS).toPrecision(6)) || 1);

/** A slider that has no thumb before it was touched: where it stands would look like an answer. */
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
        // A click on the place where the thumb would be changes nothing, and still is an answer.
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
