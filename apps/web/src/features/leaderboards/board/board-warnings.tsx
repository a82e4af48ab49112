import { type Board, INFORMED } from "@dailies/contract";
import { useTranslation } from "react-i18next";
import { STATUS_ICONS } from "../../../ui/feedback/status-tag.tsx";
import { formatCount } from "../../../ui/format.ts";
import styles from "../leaderboards.module.css";

/** Informational warnings that indicate a state, not a problem. */
const PLAIN: ReadonlySet<Board["warnings"][number]["kind"]> = new Set(["still_judging"]);

/** Warnings to read before the numbers. */
export const BoardWarnings = ({ board }: { board: Board }) => {
  const { t } = useTranslation();
  const { warnings } = board;
  const informed = useInformedWords(board);
  if (warnings.length === 0) return null;
  return (
    <ul className={styles.warnings} aria-label={t("leaderboards.warnings.name")}>
      {warnings.map(({ kind, message }) => (
        <li key={`${kind} ${message}`} className={PLAIN.has(kind) ? styles.note : styles.warning}>
          {STATUS_ICONS[PLAIN.has(kind) ? "info" : "warning"]}
          <span>
            <strong>{t(`leaderboards.warnings.${kind}`)}</strong> {kind === "informed_judgements" ? informed : message}
          </span>
        </li>
      ))}
    </ul>
  );
};

/** How many judgements are not blind, why, and whether the owner counts them. */
const useInformedWords = ({ informed }: Board): string => {
  const { t, i18n } = useTranslation();
  const reasons = INFORMED.filter((why) => informed[why] > 0).map((why) =>
    t(`leaderboards.warnings.informedBy.${why}`, { shown: formatCount(informed[why], i18n.language) }),
  );
  const words = informed.is_counted ? "leaderboards.warnings.informedIn" : "leaderboards.warnings.informedOut";
  return t(words, { reasons: new Intl.ListFormat(i18n.language).format(reasons) });
};
