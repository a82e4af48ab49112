import type { BoardAxis, BoardEntry } from "@dailies/contract";
import { useTranslation } from "react-i18next";
import { formatMicros } from "../../../shared/money.ts";
import { formatCount, formatPercent } from "../../../ui/format.ts";
import { isRankShared, type Scale, whyUnscored } from "../board.rules.ts";
import styles from "./board.module.css";
import { EntryName } from "./entry-name.tsx";
import { Forest } from "./forest.tsx";
import { Score } from "./score.tsx";
import { TallyBar } from "./tally-bar.tsx";

interface BoardRowProps {
  axis: BoardAxis;
  entry: BoardEntry;
  scale: Scale | undefined;
  reference: number | undefined;
  hasDelta: boolean;
  hasTally: boolean;
}

export const BoardRow = ({ axis, entry, scale, reference, hasDelta, hasTally }: BoardRowProps) => {
  const { language } = useTranslation().i18n;
  const cost = entry.cost_per_usable_second;
  return (
    <tr>
      <td className={styles.rank}>
        <Rank axis={axis} entry={entry} />
      </td>
      <th scope="row">
        <EntryName entry={entry} />
      </th>
      <td className={styles.numeric}>
        {entry.score ? <Score kind={axis.kind} interval={entry.score} /> : <Unknown axis={axis} entry={entry} />}
      </td>
      <td className={styles.plot}>
        {scale ? <Forest name={entry.label} interval={entry.score} scale={scale} reference={reference} /> : null}
      </td>
      {hasDelta ? (
        <td className={styles.numeric}>
          {entry.delta ? <Score kind={axis.kind} interval={entry.delta} isDifference /> : <None />}
        </td>
      ) : null}
      {hasTally ? <td>{entry.tally ? <TallyBar tally={entry.tally} /> : <None />}</td> : null}
      <td className={styles.numeric}>{formatCount(entry.votes, language)}</td>
      <td className={styles.numeric}>{formatCount(entry.prompts, language)}</td>
      <td className={styles.numeric}>{formatPercent(entry.reroll_rate, 0, language)}</td>
      <td className={styles.numeric}>{cost ? formatMicros(cost.amount_micros, cost.currency, language) : <None />}</td>
    </tr>
  );
};

const None = () => {
  const { t } = useTranslation();
  return <span className={styles.none}>{t("leaderboards.none")}</span>;
};

/** "=2" for a shared rank. */
const Rank = ({ axis, entry }: Pick<BoardRowProps, "axis" | "entry">) => {
  const { t } = useTranslation();
  if (entry.rank === null) return <None />;
  if (!isRankShared(axis, entry)) return entry.rank;
  return (
    <span title={t("leaderboards.board.shared")}>
      <span aria-hidden="true">=</span>
      {entry.rank}
      <span className="ds-visually-hidden"> {t("leaderboards.board.shared")}</span>
    </span>
  );
};

const Unknown = ({ axis, entry }: Pick<BoardRowProps, "axis" | "entry">) => {
  const { t } = useTranslation();
  return (
    <span className={styles.none}>
      {t(`leaderboards.board.${entry.votes === 0 ? "noVotes" : whyUnscored(axis, entry)}`)}
    </span>
  );
};
