import { useTranslation } from "react-i18next";
import { STATUS_ICONS } from "../../../ui/feedback/status-tag.tsx";
import styles from "../leaderboards.module.css";

/** Reasons why these leaderboards may not be comparable, shown before any number. */
export const CompareFaults = ({ faults }: { faults: readonly string[] }) => {
  const { t } = useTranslation();
  if (faults.length === 0) {
    return (
      <p className={styles.note}>
        {STATUS_ICONS.success}
        {t("leaderboards.compare.noFaults")}
      </p>
    );
  }
  return (
    <ul className={styles.warnings} aria-label={t("leaderboards.compare.faults")}>
      {faults.map((fault) => (
        <li key={fault} className={styles.warning}>
          {STATUS_ICONS.warning}
          <span>{fault}</span>
        </li>
      ))}
    </ul>
  );
};
