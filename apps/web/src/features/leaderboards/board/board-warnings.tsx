import type { Board } from "@dailies/contract";
import { useTranslation } from "react-i18next";
import { STATUS_ICONS } from "../../../ui/feedback/status-tag.tsx";
import styles from "../leaderboards.module.css";

/** Informational warnings that indicate a state, not a problem. */
const PLAIN: ReadonlySet<Board["warnings"][number]["kind"]> = new Set(["still_judging"]);

/** Warnings to read before the numbers. */
export const BoardWarnings = ({ board: { warnings } }: { board: Board }) => {
  const { t } = useTranslation();
  if (warnings.length === 0) return null;
  return (
    <ul className={styles.warnings} aria-label={t("leaderboards.warnings.name")}>
      {warnings.map(({ kind, message }) => (
        <li key={`${kind} ${message}`} className={PLAIN.has(kind) ? styles.note : styles.warning}>
          {STATUS_ICONS[PLAIN.has(kind) ? "info" : "warning"]}
          <span>
            <strong>{t(`leaderboards.warnings.${kind}`)}</strong> {message}
          </span>
        </li>
      ))}
    </ul>
  );
};
