import type { BoardAxis, Interval } from "@dailies/contract";
import { useTranslation } from "react-i18next";
import { isUneven } from "../board.rules.ts";
import styles from "./board.module.css";
import { useScoreWords } from "./use-score-words.ts";

interface ScoreProps {
  kind: BoardAxis["kind"];
  interval: Interval;
  isDifference?: boolean;
}

/** "1,043 ± 18", or "1,115 (950–1,830)" for an uneven interval; both ends are in the tooltip. */
export const Score = ({ kind, interval, isDifference }: ScoreProps) => {
  const { t } = useTranslation();
  const words = useScoreWords({ kind });
  return (
    <span className={styles.score} title={words.range(interval)}>
      {isDifference ? words.difference(interval) : words.value(interval.value)}
      {isUneven(interval) ? (
        <span className={styles.ranged}> ({words.ends(interval)})</span>
      ) : (
        <span className={styles.half}>
          <span aria-hidden="true"> ± {words.half(interval)}</span>
          <span className="ds-visually-hidden"> {t("ui.stat.plusMinus", { value: words.half(interval) })}</span>
        </span>
      )}
    </span>
  );
};

interface ScoreOrPointProps {
  kind: BoardAxis["kind"];
  value: number;
  /** Null when a single prompt is behind the value. */
  interval: Interval | null;
}

/** A value without an interval says so, because it is not more certain than the others. */
export const ScoreOrPoint = ({ kind, value, interval }: ScoreOrPointProps) => {
  const { t } = useTranslation();
  const words = useScoreWords({ kind });
  if (interval) return <Score kind={kind} interval={interval} />;
  return (
    <span className={styles.score} title={t("leaderboards.board.noInterval")}>
      {words.value(value)}
      <span className={styles.half}> {t("leaderboards.board.noIntervalShort")}</span>
    </span>
  );
};
