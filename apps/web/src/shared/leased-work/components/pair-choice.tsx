import { CHOICES, type Choice } from "@dailies/contract";
import { useTranslation } from "react-i18next";
import { KeyCap } from "./key-cap.tsx";
import styles from "./pair-choice.module.css";

interface PairChoiceProps {
  chosen: string | null;
  onChoice: (choice: Choice) => void;
}

/** The choice between two clips, a number key each. */
export const PairChoice = ({ chosen, onChoice }: PairChoiceProps) => {
  const { t } = useTranslation();
  return (
    <div className={styles.choices}>
      {CHOICES.map((choice, place) => (
        <button
          key={choice}
          type="button"
          className={styles.choice}
          data-choice={choice}
          aria-pressed={chosen === choice}
          onClick={() => onChoice(choice)}
        >
          <KeyCap>{place + 1}</KeyCap>
          {t(`leasedWork.choice.${choice}`)}
        </button>
      ))}
    </div>
  );
};
