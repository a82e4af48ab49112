import { useTranslation } from "react-i18next";
import { formatDecimal } from "../../../ui/format.ts";
import styles from "./prefill.module.css";

const DIGITS = 2;

/** How sure the source of the prefilled values is, if it said so. */
export const PrefillScore = ({ score }: { score: number | null }) => {
  const { t, i18n } = useTranslation();
  if (score === null) return null;
  return (
    <p className={`${styles.quiet} ${styles.score} ds-number`}>
      {t("labelling.prefill.shownScore", { score: formatDecimal(score, DIGITS, i18n.language) })}
    </p>
  );
};
