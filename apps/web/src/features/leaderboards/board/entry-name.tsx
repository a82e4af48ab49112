import type { BoardEntry } from "@dailies/contract";
import { useTranslation } from "react-i18next";
import { seriesStyle } from "../../../ui/chart/series-style.ts";
import styles from "./board.module.css";

/** A column's label and performer, in its colour on every chart. */
export const EntryName = ({ entry }: { entry: BoardEntry }) => {
  const { t } = useTranslation();
  const performer = [entry.performer, entry.performer_version].filter(Boolean).join(" · ");
  return (
    <span className={styles.entry}>
      <span
        className={styles.colour}
        style={{ background: `var(--ds-${seriesStyle(entry.label).colour})` }}
        aria-hidden="true"
      />
      <span className={styles.names}>
        <span className={styles.label}>
          <span className={styles.labelText} title={entry.label}>
            {entry.label}
          </span>
          {entry.is_baseline ? <span className={styles.tag}>{t("leaderboards.board.baseline")}</span> : null}
        </span>
        <span className={styles.performer} title={performer}>
          {performer}
        </span>
      </span>
    </span>
  );
};
