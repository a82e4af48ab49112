/** Longer texts would make even a simple pattern slow. */
export const PATTERN_TEXT_MAX = 200;
export const PATTERN_MAX = 200;
const MAX_REPEATS = 3;

const ESCAPE_OR_CLASS = /\\.|\[(?:\\.|[^\]\\])*\]/gsu;
const LOOKS_OR_REFERS = /\\(?:[1-9]|k<)|\(\?(?:[=!]|<[=!])/u;
/** A group without groups inside, and the quantifier after it. */
const INNERMOST = /\((?:\?:|\?<[^>]*>)?([^()]*)\)([*+?]|\{\d+(?:,\d*)?\})?/u;
const QUANTIFIER_OR_ALTERNATIVE = /[*+?|]|\{\d/u;
/** `?` and `{3}` match a fixed number of times or none, so they cannot backtrack far. */
const REPEAT = /[*+]|\{\d+,/gu;

/**
 * Why a pattern is refused. Users write patterns and other users' texts are matched against them, so backtracking must be
 * bounded (ReDoS): no nested repeats, no back-references or look-around, and few repeats at all.
 */
export const patternFault = (pattern: string): string | undefined => {
  if (!isRegExp(pattern)) return "this is not a regular expression";
  if (LOOKS_OR_REFERS.test(pattern.replaceAll("\\\\", "")))
    return "a pattern must not use look-around or back-references";
  const plain = pattern.replaceAll(ESCAPE_OR_CLASS, "x");
  if (hasNestedRepeat(plain)) return "a repeated group must not contain alternatives or other repeats";
  // A pattern that may match anywhere is tried at every position, which costs as much as another repeat.
  const isAnchored = plain.startsWith("^") && !plain.includes("|");
  const repeats = [...plain.matchAll(REPEAT)].length + (isAnchored ? 0 : 1);
  return repeats > MAX_REPEATS
    ? `a pattern must not have more than ${MAX_REPEATS} repeats; a missing ^ counts as one`
    : undefined;
};

/** Replaces groups from the inside by an atom, which is optional if the group was complex. */
const hasNestedRepeat = (plain: string): boolean => {
  const [group, content = "", quantifier = ""] = INNERMOST.exec(plain) ?? [];
  if (group === undefined) return false;
  const isComplex = QUANTIFIER_OR_ALTERNATIVE.test(content);
  if (isComplex && quantifier !== "" && quantifier !== "?") return true;
  return hasNestedRepeat(plain.replace(group, () => (isComplex || quantifier !== "" ? "x?" : "x")));
};

const isRegExp = (pattern: string): boolean => {
  try {
    return new RegExp(pattern, "u") instanceof RegExp;
  } catch {
    return false;
  }
};

/** As in JSON Schema: anywhere in the text, unless the pattern begins with `^` and ends with `$`. */
export const matchesPattern = (pattern: string, text: string): boolean => new RegExp(pattern, "u").test(text);
