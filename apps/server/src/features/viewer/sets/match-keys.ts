import { FormatFault } from "@dailies/formats/format-fault";
import { expandBraces } from "@dailies/formats/tar/shard-names";

const MAX_SHARDS = 200_000;
const MAX_PATTERNS = 1_000;

export const isPattern = (key: string): boolean => /[*?{]/.test(key);

/** The literal prefix of a pattern, before the first wildcard. */
export const literalPrefix = (pattern: string): string => pattern.slice(0, pattern.search(/[*?{]/));

/** One path segment: `*` matches any characters, `?` one. At most quadratic, so no ReDoS. */
const matchesStep = (pattern: string, text: string): boolean => {
  let [at, from] = [0, 0];
  let [star, mark] = [-1, 0];
  while (from < text.length) {
    if (pattern[at] === "*") [star, mark, at] = [at, from, at + 1];
    else if (at < pattern.length && (pattern[at] === "?" || pattern[at] === text[from]))
      [at, from] = [at + 1, from + 1];
    else if (star >= 0) {
      mark += 1;
      [at, from] = [star + 1, mark];
    } else return false;
  }
  while (pattern[at] === "*") at += 1;
  return at === pattern.length;
};

const matchesKey = (pattern: readonly string[], key: string): boolean => {
  const steps = key.split("/");
  return steps.length === pattern.length && steps.every((step, at) => matchesStep(pattern[at] ?? "", step));
};

/** The keys that a pattern means, in its order, including missing ones; `*` is matched against the listing. */
export const matchKeys = (pattern: string, listed: readonly string[]): string[] => {
  const named = expandBraces(pattern, MAX_SHARDS);
  if (!/[*?]/.test(pattern)) return [...named];
  if (named.length > MAX_PATTERNS) throw new FormatFault("too_large", "this pattern has too many branches");
  const patterns = named.map((one) => one.split("/"));
  return listed.filter((key) => patterns.some((one) => matchesKey(one, key)));
};
