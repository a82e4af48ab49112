import type { Board, BoardAxis } from "@dailies/contract";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { PATHS } from "../../../lib/paths.ts";
import { formatCount } from "../../../ui/format.ts";
import boardStyles from "../board/board.module.css";
import { EntryName } from "../board/entry-name.tsx";
import { Forest } from "../board/forest.tsx";
import { Score } from "../board/score.tsx";
import { axesOf, inOrder, isRankShared, scaleOf } from "../board.rules.ts";
import styles from "./compare.module.css";

interface ComparedBoardProps {
  board: Board;
  axisKey: string | undefined;
}

export const ComparedBoard = ({ board, axisKey }: ComparedBoardProps) => {
  const { t, i18n } = useTranslation();
  const axis = axesOf(board).find(({ key }) => key === axisKey);
  const count = (value: number): string => formatCount(value, i18n.language);
  const { method } = board;
  return (
    <section className={styles.board} aria-label={board.name}>
      <h2 className={boardStyles.heading}>
        <Link to={`${PATHS.taskBenchmark}?task=${board.task_id}`}>{board.name}</Link>
      </h2>
      <p className={boardStyles.reading}>
        {t("leaderboards.method.basisOf", {
          votes: count(method.votes),
          prompts: count(method.prompts),
          count: board.raters,
          raters: count(board.raters),
        })}
        {" · "}
        {t("leaderboards.strip.template", method.template)}
        {" · "}
        {t(`leaderboards.controls.${board.aggregation}`)}
      </p>
      {axis ? <ComparedAxis axis={axis} /> : <p className={boardStyles.none}>{t("leaderboards.compare.noAxis")}</p>}
    </section>
  );
};

/** Each on its own scale: points are not comparable between leaderboards. */
const ComparedAxis = ({ axis }: { axis: BoardAxis }) => {
  const { t } = useTranslation();
  const scale = scaleOf(axis.entries);
  return (
    <div className={boardStyles.frame}>
      <table className={boardStyles.table}>
        <caption className="ds-visually-hidden">{t("leaderboards.board.name", { axis: axis.name })}</caption>
        <thead>
          <tr>
            <th scope="col" className={boardStyles.rank}>
              {t("leaderboards.board.rank")}
            </th>
            <th scope="col">{t("leaderboards.board.model")}</th>
            <th scope="col" className={boardStyles.numeric}>
              {t("leaderboards.board.score")}
            </th>
            <th scope="col">
              <span className="ds-visually-hidden">{t("leaderboards.board.plot")}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {inOrder(axis).map((entry) => (
            <tr key={entry.entry}>
              <td className={boardStyles.rank}>
                {entry.rank === null ? t("leaderboards.none") : `${isRankShared(axis, entry) ? "=" : ""}${entry.rank}`}
              </td>
              <th scope="row">
                <EntryName entry={entry} />
              </th>
              <td className={boardStyles.numeric}>
                {entry.score ? <Score kind={axis.kind} interval={entry.score} /> : t("leaderboards.none")}
              </td>
              <td className={styles.plot}>
                {scale ? (
                  <Forest name={entry.label} interval={entry.score} scale={scale} reference={undefined} />
                ) : null}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
};
