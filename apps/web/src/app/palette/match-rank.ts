import { MATCH_RANKS } from "@dailies/contract/search/routes";

const BETWEEN_WORDS = /[-_./@:\n]/g;

const rankIn = (text: string, words: string): number => {
  const folded = text.toLowerCase();
  if (folded === words) return MATCH_RANKS.exact;
  if (folded.startsWith(words)) return MATCH_RANKS.prefix;
  const spaced = (part: string): string => ` ${part.replaceAll(BETWEEN_WORDS, " ")}`;
  if (spaced(folded).includes(spaced(words))) return MATCH_RANKS.wordPrefix;
  return folded.includes(words) ? MATCH_RANKS.substring : Number.POSITIVE_INFINITY;
};

/** Ranks what the browser itself knows as the server ranks what it finds: by the best of its texts; Infinity if none matches. */
export const matchRank = (texts: readonly string[], query: string): number => {
  const words = query.trim().toLowerCase();
  return words === "" ? 0 : Math.min(...texts.map((text) => rankIn(text, words)));
};

/** What matches, best first; equally good ones keep their order. */
export const bestMatches = <T>(items: readonly T[], textsOf: (item: T) => readonly string[], query: string): T[] =>
  items
    .map((item) => ({ item, rank: matchRank(textsOf(item), query) }))
    .filter(({ rank }) => Number.isFinite(rank))
    .toSorted((one, other) => one.rank - other.rank)
    .map(({ item }) => item);
