import type { Board, BoardAxis } from "@dailies/contract";
import { useTranslation } from "react-i18next";
import { formatCount } from "../../../ui/format.ts";
import { inOrder, mainAxis } from "../board.rules.ts";
import styles from "./board.module.css";
import { ScoreOrPoint } from "./score.tsx";
import { Section } from "./section.tsx";

const MOST_SHOWN = 20;

/** Scores by prompt category. They are based on fewer prompts than the leaderboard, so the number and the intervals are shown. */
export const CategoryTable = ({ board }: { board: Board }) => {
  const axis = mainAxis(board);
  return axis && board.categories.length > 1 ? <Categories board={board} axis={axis} /> : null;
};

const Categories = ({ board, axis }: { board: Board; axis: BoardAxis }) => {
  const { t, i18n } = useTranslation();
  const shown = inOrder(axis).slice(0, MOST_SHOWN);
  const title = t("leaderboards.categories.title", { axis: axis.name });
  return (
    <Section title={title} hint={t("leaderboards.categories.hint")} isWide>
      <table className={styles.matrix}>
        <caption className="ds-visually-hidden">{title}</caption>
        <thead>
          <tr>
            <th scope="col">{t("leaderboards.categories.category")}</th>
            <th scope="col">{t("leaderboards.board.prompts")}</th>
            {shown.map(({ entry, label }) => (
              <th key={entry} scope="col" title={label}>
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {board.categories.map(({ category, prompts, scores, intervals }) => (
            <tr key={category}>
              <th scope="row">{category || t("leaderboards.categories.none")}</th>
              <td>{formatCount(prompts, i18n.language)}</td>
              {shown.map(({ entry }) => {
                const score = scores[entry] ?? null;
                return (
                  <td key={entry} className={score === null ? styles.none : undefined}>
                    {score === null ? (
                      t("leaderboards.none")
                    ) : (
                      <ScoreOrPoint kind={axis.kind} value={score} interval={intervals[entry] ?? null} />
                    )}
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </Section>
  );
};
