import { useTranslation } from "react-i18next";
import { formatCount, formatExact, formatMinute } from "../../../ui/format.ts";
import styles from "../credits.module.css";

/** Local time; the column header and the tooltip name the time zone. */
export const Moment = ({ at }: { at: string | null }) => {
  const { i18n } = useTranslation();
  if (at === null) return <Nothing />;
  const moment = new Date(at);
  return (
    <time dateTime={at} title={formatExact(moment, i18n.language)}>
      {formatMinute(moment, i18n.language)}
    </time>
  );
};

export const Nothing = () => <span className={styles.quiet}>–</span>;

/** "+500" or "−120": always with a sign. */
export const signed = (value: number, locale: string): string => {
  if (value === 0) return "0";
  return `${value > 0 ? "+" : "−"}${formatCount(Math.abs(value), locale)}`;
};

/** "1,200 → 1,700", muted if nothing changed. */
export const FromTo = ({ before, after }: { before: number; after: number }) => {
  const { t, i18n } = useTranslation();
  const count = (value: number): string => formatCount(value, i18n.language);
  if (before === after) return <span className={styles.quiet}>{count(after)}</span>;
  return (
    <span>
      {count(before)} <span aria-hidden="true">→</span>
      <span className="ds-visually-hidden"> {t("credits.becomes")} </span> {count(after)}
    </span>
  );
};
