export interface DiffWord {
  readonly words: string;
  readonly kind: "same" | "added" | "removed";
}

/** Beyond this a word diff takes too long: it is quadratic. */
const MAX_WORDS = 600;

const wordsOf = (text: string): string[] => text.match(/\s*\S+/g) ?? [];
const sameWord = (one: string | undefined, other: string | undefined): boolean => one?.trim() === other?.trim();

/** Table of longest common subsequence lengths from every pair of positions. */
const commonLengths = (from: readonly string[], to: readonly string[]): Uint16Array[] => {
  const rows = Array.from({ length: from.length + 1 }, () => new Uint16Array(to.length + 1));
  for (let i = from.length - 1; i >= 0; i -= 1) {
    for (let j = to.length - 1; j >= 0; j -= 1) {
      const [row, below] = [rows[i], rows[i + 1]];
      if (!row || !below) continue;
      row[j] = sameWord(from[i], to[j]) ? (below[j + 1] ?? 0) + 1 : Math.max(below[j] ?? 0, row[j + 1] ?? 0);
    }
  }
  return rows;
};

const push = (diff: DiffWord[], words: string, kind: DiffWord["kind"]): void => {
  const last = diff.at(-1);
  if (last?.kind === kind) diff[diff.length - 1] = { words: last.words + words, kind };
  else diff.push({ words, kind });
};

/** Word diff of two texts. Undefined if they are too long to compare. */
export const diffWords = (before: string, after: string): readonly DiffWord[] | undefined => {
  const [from, to] = [wordsOf(before), wordsOf(after)];
  if (from.length > MAX_WORDS || to.length > MAX_WORDS) return undefined;
  const lengths = commonLengths(from, to);
  const diff: DiffWord[] = [];
  let [i, j] = [0, 0];
  while (i < from.length || j < to.length) {
    const [one, other] = [from[i], to[j]];
    if (one !== undefined && other !== undefined && sameWord(one, other)) {
      push(diff, other, "same");
      i += 1;
      j += 1;
    } else if (other === undefined || (one !== undefined && (lengths[i + 1]?.[j] ?? 0) >= (lengths[i]?.[j + 1] ?? 0))) {
      push(diff, one ?? "", "removed");
      i += 1;
    } else {
      push(diff, other, "added");
      j += 1;
    }
  }
  return diff;
};
