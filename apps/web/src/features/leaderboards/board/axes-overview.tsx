import type { Board, BoardAxis } from "@dailies/contract";
import { useTranslation } from "react-i18next";
import { axesOf, inOrder, isRankShared } from "../board.rules.ts";
import { useBoardUrlState } from "../use-url-state.ts";
import styles from "./board.module.css";
import { EntryName } from "./entry-name.tsx";
import { Score } from "./score.tsx";
import { Section } from "./section.tsx";
import { TallyBar } from "./tally-bar.tsx";

interface AxesOverviewProps {
  board: Board;
  /** Determines the row order. */
  chosen: BoardAxis;
}

/** All axes side by side, to compare a model's strengths and weaknesses. */
export const AxesOverview = ({ board, chosen }: AxesOverviewProps) => {
  const { t } = useTranslation();
  const axes = axesOf(board);
  return (
    <Section title={t("leaderboards.axes.title")} isWide>
      <table className={styles.table}>
        <caption className="ds-visually-hidden">{t("leaderboards.axes.title")}</caption>
        <thead>
          <tr>
            <th scope="col">{t("leaderboards.board.model")}</th>
            {axes.map((axis) => (
              <th key={axis.key} scope="col" aria-current={axis.key === chosen.key || undefined}>
                <AxisHead axis={axis} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {inOrder(chosen).map((entry) => (
            <tr key={entry.entry}>
              <th scope="row">
                <EntryName entry={entry} />
              </th>
              {axes.map((axis) => (
                <td key={axis.key}>
                  <OnAxis axis={axis} entry={entry.entry} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </Section>
  );
};

const AxisHead = ({ axis }: { axis: BoardAxis }) => {
  const { t } = useTranslation();
  const { set } = useBoardUrlState();
  return (
    <>
      <button type="button" className={styles.axisHead} onClick={() => set({ axis: axis.key })}>
        {axis.name}
      </button>
      {axis.source === "human" ? null : <span className={styles.tag}>{t(`leaderboards.axes.${axis.source}`)}</span>}
    </>
  );
};

const OnAxis = ({ axis, entry }: { axis: BoardAxis; entry: number }) => {
  const { t } = useTranslation();
  const here = axis.entries.find((one) => one.entry === entry);
  if (!here?.score) return <span className={styles.none}>{t("leaderboards.none")}</span>;
  return (
    <span className={styles.onAxis}>
      <span>
        <Score kind={axis.kind} interval={here.score} />
        {here.rank === null ? null : (
          <span className={styles.none}>
            {" "}
            {t("leaderboards.axes.rank", { rank: `${isRankShared(axis, here) ? "=" : ""}${here.rank}` })}
          </span>
        )}
      </span>
      {here.tally ? <TallyBar tally={here.tally} /> : null}
    </span>
  );
};
