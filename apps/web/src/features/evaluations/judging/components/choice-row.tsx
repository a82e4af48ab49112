import type { Choice, JudgementDraft } from "@dailies/contract";
import { Slider } from "antd";
import { useTranslation } from "react-i18next";
import { KeyCap } from "../../../../shared/leased-work/components/key-cap.tsx";
import { PairChoice } from "../../../../shared/leased-work/components/pair-choice.tsx";
import styles from "../judging.module.css";
import type { Scale } from "../state/judgement.rules.ts";

interface ChoiceRowProps {
  scale: Scale;
  draft: JudgementDraft;
  isMissing: boolean;
  onChoice: (choice: Choice) => void;
  onStrength: (strength: number) => void;
}

/** The choice between the two clips, one key each. */
export const ChoiceRow = ({ scale, draft, isMissing, onChoice, onStrength }: ChoiceRowProps) => {
  const { t } = useTranslation();
  if (scale.kind === "none") return null;
  const question = scale.lead?.name ?? t("evaluations.choice.question");
  return (
    <fieldset className={styles.choice} data-missing={isMissing || undefined}>
      <legend className={styles.choiceQuestion}>{question}</legend>
      {scale.kind === "choice" ? (
        <PairChoice chosen={draft.choice} onChoice={onChoice} />
      ) : (
        <StrengthSlider max={scale.max} strength={draft.strength} name={question} onStrength={onStrength} />
      )}
      {isMissing ? (
        <p role="status" className={styles.fault}>
          {t("evaluations.choice.missing")}
        </p>
      ) : null}
    </fieldset>
  );
};

interface StrengthSliderProps {
  max: number;
  strength: number | null;
  name: string;
  onStrength: (strength: number) => void;
}

const steps = (max: number): number[] => Array.from({ length: 2 * max + 1 }, (_, place) => place - max);

/** No initial value: the middle means "the same", not "unanswered". */
const StrengthSlider = ({ max, strength, name, onStrength }: StrengthSliderProps) => {
  const { t } = useTranslation();
  const words = (step: number): string =>
    t(`evaluations.strength.${`${step}` as "-3" | "-2" | "-1" | "0" | "1" | "2" | "3"}`);
  const marks = Object.fromEntries(
    steps(max).map((step, place) => [
      step,
      <span key={step} className={styles.strengthStep} data-chosen={step === strength || undefined}>
        <KeyCap>{place + 1}</KeyCap>
        {words(step)}
      </span>,
    ]),
  );
  return (
    <div className={styles.strength} data-empty={strength === null || undefined}>
      <Slider
        min={-max}
        max={max}
        step={1}
        included={false}
        marks={marks}
        value={strength ?? 0}
        tooltip={{ open: false }}
        ariaLabelForHandle={name}
        ariaValueTextFormatterForHandle={() => (strength === null ? t("evaluations.strength.none") : words(strength))}
        onChange={onStrength}
      />
    </div>
  );
};
