import type { EvaluationItem } from "@dailies/contract";
import { useTranslation } from "react-i18next";
import { StatusTag } from "../../../../ui/feedback/status-tag.tsx";
import { formatPercent } from "../../../../ui/format.ts";
import styles from "../judging.module.css";
import type { WatchTracker } from "./use-watch-tracker.ts";

interface WatchStateProps {
  item: EvaluationItem;
  tracker: WatchTracker;
  /** The user has tried to submit. */
  isAsked: boolean;
}

/** How much of each clip was watched; an item cannot be judged before its clips were watched to the end. */
export const WatchState = ({ item, tracker, isAsked }: WatchStateProps) => {
  const { t, i18n } = useTranslation();
  const seen = tracker.of(item.lease_id);
  const left = item.slots.filter(({ slot }) => !seen[slot].isWatched);
  if (left.length === 0) {
    return <StatusTag tone="success">{t("evaluations.watch.done", { count: item.slots.length })}</StatusTag>;
  }
  const shares = left.map(({ slot }) => `${slot} ${formatPercent(seen[slot].share, 0, i18n.language)}`);
  const words = t("evaluations.watch.left", { shares: shares.join(" · ") });
  return (
    <span className="ds-number">
      {isAsked ? <StatusTag tone="warning">{words}</StatusTag> : <span className={styles.quiet}>{words}</span>}
    </span>
  );
};
