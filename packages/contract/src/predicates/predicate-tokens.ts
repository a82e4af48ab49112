import { PredicateError } from "./predicate-fault.ts";

export const PREDICATE_KEYWORDS = [
  "and",
  "or",
  "not",
  "between",
  "in",
  "contains",
  "is",
  "null",
  "true",
  "false",
] as const;
export type PredicateKeyword = (typeof PREDICATE_KEYWORDS)[number];

export type PredicateToken = { readonly at: number; readonly end: number } & (
  | { readonly kind: "column"; readonly name: string }
  | { readonly kind: "text"; readonly value: string }
  | { readonly kind: "number"; readonly value: number }
  | { readonly kind: "keyword"; readonly word: PredicateKeyword }
  | { readonly kind: "sign"; readonly sign: string }
  | { readonly kind: "end" }
);

const SPACE = /\s+/y;
const WORD = /[\p{L}_][\p{L}\p{M}\p{N}_.]*/uy;
const NUMBER = /[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?/y;
const TEXT = /'((?:[^']|'')*)'/y;
const QUOTED = /"((?:[^"]|"")*)"/y;
const SIGN = /<=|>=|!=|<>|[=<>(),]/y;
const WHOLE_WORD = /^[\p{L}_][\p{L}\p{M}\p{N}_.]*$/u;

const asKeyword = (word: string): PredicateKeyword | undefined => {
  const lower = word.toLowerCase();
  return PREDICATE_KEYWORDS.find((keyword) => keyword === lower);
};

/** Whether a column name can be written without quotes. */
export const isBareName = (name: string): boolean => WHOLE_WORD.test(name) && asKeyword(name) === undefined;

const match = (pattern: RegExp, text: string, at: number): RegExpExecArray | null => {
  pattern.lastIndex = at;
  return pattern.exec(text);
};

const readWord = (text: string, at: number): PredicateToken | undefined => {
  const found = match(WORD, text, at);
  if (!found) return undefined;
  const word = asKeyword(found[0]);
  const span = { at, end: at + found[0].length };
  return word ? { ...span, kind: "keyword", word } : { ...span, kind: "column", name: found[0] };
};

const readNumber = (text: string, at: number): PredicateToken | undefined => {
  const found = match(NUMBER, text, at);
  if (!found) return undefined;
  const end = at + found[0].length;
  // Normalizes −0, which prints as 0 and would not round-trip.
  const value = Number(found[0]) + 0;
  if (!Number.isFinite(value)) throw new PredicateError("expected", "this number is too large", at, end);
  if (match(WORD, text, end))
    throw new PredicateError("expected", "a number must not be followed by letters", at, end + 1);
  return { kind: "number", value, at, end };
};

const readQuoted = (text: string, at: number): PredicateToken | undefined => {
  const opening = text[at];
  if (opening !== "'" && opening !== '"') return undefined;
  const found = match(opening === "'" ? TEXT : QUOTED, text, at);
  if (!found)
    throw new PredicateError("string", `a quoted text begins here and has no closing ${opening}`, at, text.length);
  const span = { at, end: at + found[0].length };
  const inner = (found[1] ?? "").replaceAll(opening + opening, opening);
  if (opening === "'") return { ...span, kind: "text", value: inner };
  if (inner === "") throw new PredicateError("expected", "a column needs a name", at, span.end);
  return { ...span, kind: "column", name: inner };
};

const readSign = (text: string, at: number): PredicateToken | undefined => {
  const found = match(SIGN, text, at);
  return found ? { kind: "sign", sign: found[0] === "<>" ? "!=" : found[0], at, end: at + found[0].length } : undefined;
};

/** The last token is always the end token. */
export const readTokens = (text: string): PredicateToken[] => {
  const tokens: PredicateToken[] = [];
  let at = match(SPACE, text, 0)?.[0].length ?? 0;
  while (at < text.length) {
    const token = readWord(text, at) ?? readNumber(text, at) ?? readQuoted(text, at) ?? readSign(text, at);
    if (!token) throw new PredicateError("character", `“${[...text.slice(at)][0]}” has no meaning here`, at);
    tokens.push(token);
    at = token.end + (match(SPACE, text, token.end)?.[0].length ?? 0);
  }
  tokens.push({ kind: "end", at: text.length, end: text.length });
  return tokens;
};
