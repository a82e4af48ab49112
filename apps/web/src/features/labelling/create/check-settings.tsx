import { useTranslation } from "react-i18next";
import { WholeNumber } from "./labelled.tsx";

interface PercentProps {
  value: number;
  onChange: (value: number) => void;
}

/** How many labels a second person reviews. */
export const ReviewShare = ({ value, onChange }: PercentProps) => {
  const { t } = useTranslation();
  return (
    <WholeNumber
      label={t("labelling.create.reviewShare")}
      help={t("labelling.create.reviewShareHelp")}
      min={0}
      max={100}
      value={value}
      whenEmpty={0}
      onChange={onChange}
    />
  );
};

/** From which agreement on the labels of an item need no adjudicator. */
export const AdjudicateBelow = ({ value, onChange }: PercentProps) => {
  const { t } = useTranslation();
  return (
    <WholeNumber
      label={t("labelling.create.adjudicateBelow")}
      help={t("labelling.create.adjudicateBelowHelp")}
      min={0}
      max={100}
      value={value}
      whenEmpty={100}
      onChange={onChange}
    />
  );
};
