import type { BoardEntry } from "@dailies/contract";
import { useTranslation } from "react-i18next";
import { formatCount, formatPercent } from "../../../ui/format.ts";
import styles from "./board.module.css";

type Tally = NonNullable<BoardEntry["tally"]>;

const PARTS = ["win", "tie", "both_bad", "loss"] as const;

const judgementsIn = (tally: Tally): number => PARTS.reduce((sum, part) => sum + tally[part], 0);

/** Won, tied, both bad and lost, as shares of one stacked bar, with the counts below. */
export const TallyBar = ({ tally }: { tally: Tally }) => {
  const { t, i18n } = useTranslation();
  const count = (value: number): string => formatCount(value, i18n.language);
  const n = judgementsIn(tally);
  const spoken = PARTS.map((part) => t(`leaderboards.tally.${part}`, { shown: count(tally[part]) })).join(", ");
  return (
    <span className={styles.tally} title={spoken}>
      <span className={styles.bar} aria-hidden="true">
        {PARTS.map((part) => (
          <span
            key={part}
            className={styles[part]}
            style={{ width: n === 0 ? "0" : `${(100 * tally[part]) / n}%` }}
            title={n === 0 ? undefined : formatPercent(tally[part] / n, 0, i18n.language)}
          />
        ))}
      </span>
      <span className={styles.counts} aria-hidden="true">
        {PARTS.map((part) => count(tally[part])).join(" · ")}
        <span className={styles.n}>{t("leaderboards.tally.n", { n: count(n) })}</span>
      </span>
      <span className="ds-visually-hidden">{spoken}</span>
    </span>
  );
};

/** The legend of the bars; rendered once above them. */
export const TallyLegend = () => {
  const { t } = useTranslation();
  return (
    <span className={styles.legend}>
      {PARTS.map((part) => (
        <span key={part}>
          <span className={`${styles.swatch} ${styles[part]}`} aria-hidden="true" />
          {t(`leaderboards.tally.${part}Short`)}
        </span>
      ))}
    </span>
  );
};
