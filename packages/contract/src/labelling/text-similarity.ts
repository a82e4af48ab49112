const LONGEST_GRAM = 6;

/** By code points, so that no n-gram begins or ends inside of a character. */
const charactersOf = (text: string): string[] => [...text.normalize("NFC").replace(/\s+/gu, "")];

const countGrams = (characters: readonly string[], length: number): Map<string, number> => {
  const counts = new Map<string, number>();
  for (let at = 0; at + length <= characters.length; at++) {
    const gram = characters.slice(at, at + length).join("");
    counts.set(gram, (counts.get(gram) ?? 0) + 1);
  }
  return counts;
};

const countCommon = (one: ReadonlyMap<string, number>, other: ReadonlyMap<string, number>): number => {
  let common = 0;
  for (const [gram, count] of one) common += Math.min(count, other.get(gram) ?? 0);
  return common;
};

/**
 * Character n-gram F-score (chrF, Popović 2015) of two texts, from 0 to 1: the mean over n-grams of one to six characters
 * without white space. It needs no words, so it suits every language. With a beta of 1 it is symmetric.
 */
export const textSimilarity = (reference: string, candidate: string, beta = 1): number => {
  if (reference === candidate) return 1;
  const [expected, given] = [charactersOf(reference), charactersOf(candidate)];
  // Texts that differ in white space only.
  if (expected.length === 0 && given.length === 0) return 1;
  if (expected.length === 0 || given.length === 0) return 0;
  const longest = Math.min(LONGEST_GRAM, Math.max(expected.length, given.length));
  let total = 0;
  for (let length = 1; length <= longest; length++) {
    const common = countCommon(countGrams(expected, length), countGrams(given, length));
    if (common === 0) continue;
    const precision = common / (given.length - length + 1);
    const recall = common / (expected.length - length + 1);
    total += ((1 + beta ** 2) * precision * recall) / (beta ** 2 * precision + recall);
  }
  return total / longest;
};
