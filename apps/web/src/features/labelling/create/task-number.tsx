import { MAX_LABEL_OVERLAP, MAX_LABEL_PRIORITY } from "@dailies/contract";
import { useTranslation } from "react-i18next";
import { WholeNumber } from "./labelled.tsx";

const LIMITS = {
  /** From which agreement on the labels of an item need no adjudicator, in percent. */
  adjudicateBelow: { min: 0, max: 100, whenEmpty: 100 },
  /** In minutes. */
  lease: { min: 1, max: 120, whenEmpty: 10 },
  overlap: { min: 1, max: MAX_LABEL_OVERLAP, whenEmpty: 1 },
  priority: { min: 0, max: MAX_LABEL_PRIORITY, whenEmpty: 0 },
  /** How many labels a second person reviews, in percent. */
  reviewShare: { min: 0, max: 100, whenEmpty: 0 },
} as const;

interface TaskNumberProps {
  of: keyof typeof LIMITS;
  value: number;
  onChange: (value: number) => void;
  /** Instead of the usual one. */
  help?: string;
  /** The value of an emptied input, instead of the usual one. */
  whenEmpty?: number;
}

/** A number of a label task, asked for when it is created and when it is edited. */
export const TaskNumber = ({ of, value, onChange, help, whenEmpty }: TaskNumberProps) => {
  const { t } = useTranslation();
  const { min, max, whenEmpty: usual } = LIMITS[of];
  return (
    <WholeNumber
      label={t(`labelling.create.${of}`)}
      help={help ?? t(`labelling.create.${of}Help`)}
      min={min}
      max={max}
      value={value}
      whenEmpty={whenEmpty ?? usual}
      onChange={onChange}
    />
  );
};
