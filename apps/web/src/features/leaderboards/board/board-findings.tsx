import type { Board, BoardAxis } from "@dailies/contract";
import { useTranslation } from "react-i18next";
import { formatCount, formatPercent } from "../../../ui/format.ts";
import { isApart, mainAxis, rankedFirst, rankedTogether, unplacedOf } from "../board.rules.ts";
import { fragilityOf, pairFinding, widestOf } from "../findings.rules.ts";
import styles from "../leaderboards.module.css";

interface BoardFindingsProps {
  board: Board;
  axis: BoardAxis;
}

/** With more pairs than this only the closest are listed; the download contains the others. */
const MOST_PAIRS = 3;
const MOST_UNPLACED = 3;

/** Summary in sentences: who leads, what is missing to separate the rest, and how robust it is. */
export const BoardFindings = ({ board, axis }: BoardFindingsProps) => {
  const { t, i18n } = useTranslation();
  const count = (value: number): string => formatCount(value, i18n.language);
  const first = useFirstWords(axis);
  const unplaced = useUnplacedWords(axis);
  const needed = useNeededWords(board, axis);
  const main = mainAxis(board);
  const fragility = fragilityOf(board, main);
  const widest = widestOf(board);
  const isOfAnother = main?.key !== axis.key && (needed.length > 0 || fragility !== null);
  return (
    <section className={styles.findings} aria-label={t("leaderboards.findings.name")}>
      <p className={styles.lead}>{first}</p>
      {unplaced.map((sentence) => (
        <p key={sentence} className={styles.unplaced}>
          {sentence}
        </p>
      ))}
      {main && isOfAnother ? (
        <p className={styles.quiet}>{t("leaderboards.findings.about", { axis: main.name })}</p>
      ) : null}
      <ul className={styles.sentences}>
        {widest === undefined ? null : <li>{t("leaderboards.findings.wide", { shown: count(Math.round(widest)) })}</li>}
        {needed.map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
        {fragility ? (
          <li>
            {t("leaderboards.findings.fragile", {
              count: fragility.votes,
              shown: count(fragility.votes),
              of: count(fragility.of),
            })}
          </li>
        ) : null}
      </ul>
    </section>
  );
};

const useFirstWords = (axis: BoardAxis): string => {
  const { t, i18n } = useTranslation();
  const first = rankedFirst(axis);
  const [only, another] = first;
  const ahead = useAheadWords(axis);
  if (!only) return t("leaderboards.findings.nobody");
  if (!another) return [t("leaderboards.findings.first", { name: only.label, axis: axis.name }), ahead].join(" ");
  const names = new Intl.ListFormat(i18n.language).format(first.map(({ label }) => label));
  return t("leaderboards.findings.shared", { names, axis: axis.name });
};

/** How certain it is that the first is better than the second; empty if that was not computed. */
const useAheadWords = (axis: BoardAxis): string => {
  const { t, i18n } = useTranslation();
  const [first, next] = rankedTogether(axis);
  const chance = first && next ? axis.beats[first.entry]?.[next.entry] : undefined;
  if (!next || chance == null) return "";
  return t("leaderboards.findings.ahead", { next: next.label, chance: formatPercent(chance, 0, i18n.language) });
};

/** What is known of the models that have no rank among the others. */
const useUnplacedWords = (axis: BoardAxis): string[] => {
  const { t, i18n } = useTranslation();
  const count = (value: number): string => formatCount(value, i18n.language);
  const unplaced = unplacedOf(axis);
  const sentences = unplaced.slice(0, MOST_UNPLACED).map(({ entry, label, tally, votes }) =>
    t(`leaderboards.findings.${isApart(axis, entry) ? "apart" : "unplaced"}`, {
      name: label,
      won: count(tally?.win ?? 0),
      count: votes,
      of: count(votes),
    }),
  );
  const others = unplaced.length - sentences.length;
  if (others === 0) return sentences;
  return [...sentences, t("leaderboards.findings.moreUnplaced", { count: others, shown: count(others) })];
};

const useNeededWords = ({ needed }: Board, axis: BoardAxis): string[] => {
  const { t, i18n } = useTranslation();
  const nameOf = (entry: number): string => axis.entries.find((one) => one.entry === entry)?.label ?? "";
  return needed
    .toSorted((one, other) => (one.votes ?? Number.MAX_VALUE) - (other.votes ?? Number.MAX_VALUE))
    .slice(0, MOST_PAIRS)
    .map((pair) => {
      const { kind, a, b, ...size } = pairFinding(pair);
      const count = "votes" in size ? size.votes : 0;
      const points = "points" in size ? size.points : 0;
      const words = { a: nameOf(a), b: nameOf(b), count, points, shown: formatCount(count, i18n.language) };
      if (kind === "separate") return t("leaderboards.findings.separate", words);
      if (kind === "close") return t("leaderboards.findings.close", words);
      return t(kind === "tell" ? "leaderboards.findings.tell" : "leaderboards.findings.tellWithPrompts", words);
    });
};
