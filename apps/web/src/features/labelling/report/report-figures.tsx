import { MIN_REPORT_ITEMS, type ReportInterval } from "@dailies/contract";
import { useTranslation } from "react-i18next";
import { formatCount, formatDecimal, formatPercent } from "../../../ui/format.ts";
import styles from "./report.module.css";

/** A share with its interval below: "85 %", "80 % to 90 %". */
export const ShareFigure = ({ figure: { value, low, high } }: { figure: ReportInterval }) => {
  const { t, i18n } = useTranslation();
  const text = (share: number): string => formatPercent(share, 0, i18n.language);
  return (
    <span className={styles.figure}>
      <span>{text(value)}</span>
      <span className={styles.quiet}>{t("labelling.report.range", { low: text(low), high: text(high) })}</span>
    </span>
  );
};

/** A coefficient between −1 and 1 with its symbol and interval. */
export const CoefficientFigure = ({ symbol, figure }: { symbol: string; figure: ReportInterval }) => {
  const { t, i18n } = useTranslation();
  const text = (value: number): string => formatDecimal(value, 2, i18n.language);
  const range = { low: text(figure.low), high: text(figure.high) };
  return (
    <span className={styles.figure}>
      <span>
        {symbol} = {text(figure.value)}
      </span>
      <span className={styles.quiet}>{t("labelling.report.range", range)}</span>
    </span>
  );
};

export const TooFew = ({ n }: { n: number }) => {
  const { t, i18n } = useTranslation();
  const words = { min: MIN_REPORT_ITEMS, n: formatCount(n, i18n.language) };
  return <span className={styles.quiet}>{t("labelling.report.tooFew", words)}</span>;
};
