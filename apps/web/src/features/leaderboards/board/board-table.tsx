import type { Board, BoardAxis } from "@dailies/contract";
import { useTranslation } from "react-i18next";
import { inOrder, type Scale, scaleOf } from "../board.rules.ts";
import styles from "./board.module.css";
import { BoardRow } from "./board-row.tsx";
import { TallyLegend } from "./tally-bar.tsx";
import { useScoreWords } from "./use-score-words.ts";

/** One axis: ranks, scores with intervals, and sample sizes. */
export const BoardTable = ({ board, axis }: { board: Board; axis: BoardAxis }) => {
  const { t } = useTranslation();
  const reading = useReading(board, axis);
  const scale = scaleOf(axis.entries);
  const baseline = axis.entries.find(({ is_baseline }) => is_baseline);
  const hasTally = axis.entries.some(({ tally }) => tally !== null);
  const hasDelta = axis.entries.some(({ delta }) => delta !== null);
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable by keyboard. */}
      <section className={styles.frame} aria-label={t("leaderboards.board.name", { axis: axis.name })} tabIndex={0}>
        <table className={styles.table}>
          <caption className="ds-visually-hidden">{t("leaderboards.board.name", { axis: axis.name })}</caption>
          <thead>
            <tr>
              <th scope="col" className={styles.rank}>
                {t("leaderboards.board.rank")}
              </th>
              <th scope="col">{t("leaderboards.board.model")}</th>
              <th scope="col" className={styles.numeric}>
                {t("leaderboards.board.score")}
              </th>
              <th scope="col">
                <span className="ds-visually-hidden">{t("leaderboards.board.plot")}</span>
                {scale ? <ScaleEnds scale={scale} kind={axis.kind} /> : null}
              </th>
              {hasDelta ? (
                <th scope="col" className={styles.numeric}>
                  {t("leaderboards.board.delta")}
                </th>
              ) : null}
              {hasTally ? (
                <th scope="col">
                  {t("leaderboards.board.tally")} <TallyLegend />
                </th>
              ) : null}
              <th scope="col" className={styles.numeric}>
                {t("leaderboards.board.votes")}
              </th>
              <th scope="col" className={styles.numeric}>
                {t("leaderboards.board.prompts")}
              </th>
              <th scope="col" className={styles.numeric} title={t("leaderboards.board.rerollsHint")}>
                {t("leaderboards.board.rerolls")}
              </th>
              <th scope="col" className={styles.numeric} title={t("leaderboards.board.costHint")}>
                {t("leaderboards.board.cost")}
              </th>
            </tr>
          </thead>
          <tbody>
            {inOrder(axis).map((entry) => (
              <BoardRow
                key={entry.entry}
                axis={axis}
                entry={entry}
                scale={scale}
                reference={baseline?.score?.value}
                hasDelta={hasDelta}
                hasTally={hasTally}
              />
            ))}
          </tbody>
        </table>
      </section>
      <p className={styles.reading}>
        {reading}
        {axis.direction === "lower" ? ` ${t("leaderboards.board.lower")}` : ""}
      </p>
    </>
  );
};

/** The unit of a score; the total has none. */
const useReading = ({ total }: Board, { key, kind }: BoardAxis): string => {
  const { t } = useTranslation();
  if (key === total?.key) return t("leaderboards.board.readingTotal");
  return t(kind === "choice" ? "leaderboards.board.readingElo" : "leaderboards.board.readingMean");
};

const ScaleEnds = ({ scale, kind }: { scale: Scale; kind: BoardAxis["kind"] }) => {
  const words = useScoreWords({ kind });
  return (
    <span className={styles.ends} aria-hidden="true">
      <span>{words.value(scale.low)}</span>
      <span>{words.value(scale.high)}</span>
    </span>
  );
};
