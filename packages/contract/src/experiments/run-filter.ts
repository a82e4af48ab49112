/** Attributes of a run that a filter may name; `status` is one of the statuses of a run. */
export const RUN_ATTRIBUTES = ["status", "name", "owner"] as const;
export type RunAttribute = (typeof RUN_ATTRIBUTES)[number];

export const RUN_COMPARATORS = ["=", "!=", "<", "<=", ">", ">="] as const;
export type RunComparator = (typeof RUN_COMPARATORS)[number];
export type RunTextComparator = "=" | "!=" | "like" | "ilike";

/** One comparison of a filter. Numbers are compared as numbers, texts as texts. */
export type RunCondition =
  | { readonly about: "metric"; readonly key: string; readonly comparator: RunComparator; readonly value: number }
  | { readonly about: "param"; readonly key: string; readonly comparator: RunComparator; readonly value: number }
  | {
      readonly about: "param" | "tag";
      readonly key: string;
      readonly comparator: RunTextComparator;
      readonly text: string;
    }
  | {
      readonly about: "attribute";
      readonly key: RunAttribute;
      readonly comparator: RunTextComparator;
      readonly text: string;
    };

export const MAX_RUN_CONDITIONS = 10;
export const MAX_RUN_FILTER = 2_000;

/** A filter that cannot be read; `at` is the position in the text. */
class RunFilterError extends Error {
  readonly at: number;
  constructor(message: string, at: number) {
    super(message);
    this.at = at;
  }
}

type Token =
  | { readonly kind: "word" | "text" | "quoted" | "sign"; readonly value: string; readonly at: number }
  | { readonly kind: "number"; readonly value: number; readonly at: number };

const TOKENS: readonly (readonly [Token["kind"] | "space", RegExp])[] = [
  ["space", /\s+/y],
  ["number", /[+-]?(?:(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?|inf(?:inity)?\b|nan\b)/iy],
  ["text", /'(?:[^']|'')*'/y],
  ["quoted", /"[^"]+"|`[^`]+`/y],
  ["sign", /<=|>=|!=|[=<>]/y],
  ["word", /[\p{L}_][\p{L}\p{N}_.\-/:@%]*/uy],
];

const numberOf = (text: string): number => {
  const lower = text.toLowerCase().replace(/^\+/, "");
  if (lower.includes("nan")) return Number.NaN;
  if (lower.includes("inf")) return lower.startsWith("-") ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY;
  return Number(lower);
};

const toToken = (kind: Token["kind"], text: string, at: number): Token => {
  if (kind === "number") return { kind, value: numberOf(text), at };
  if (kind === "text") return { kind, value: text.slice(1, -1).replaceAll("''", "'"), at };
  return { kind, value: kind === "quoted" ? text.slice(1, -1) : text, at };
};

const tokensOf = (filter: string): Token[] => {
  const tokens: Token[] = [];
  let at = 0;
  while (at < filter.length) {
    const found = TOKENS.map(([kind, pattern]) => {
      pattern.lastIndex = at;
      return [kind, pattern.exec(filter)?.[0]] as const;
    }).find(([, text]) => text !== undefined);
    const [kind, text] = found ?? [];
    if (kind === undefined || text === undefined) throw new RunFilterError("this character is not expected here", at);
    if (kind !== "space") tokens.push(toToken(kind, text, at));
    at += text.length;
  }
  return tokens;
};

const SUBJECTS: Readonly<Record<string, "metric" | "param" | "tag" | "attribute">> = {
  metric: "metric",
  metrics: "metric",
  param: "param",
  params: "param",
  tag: "tag",
  tags: "tag",
  attribute: "attribute",
  attributes: "attribute",
};

/** Walks the tokens; every reader says what it expected and where. */
class Reader {
  private readonly tokens: readonly Token[];
  private readonly endsAt: number;
  private index = 0;
  constructor(filter: string) {
    this.tokens = tokensOf(filter);
    this.endsAt = filter.length;
  }
  get isAtEnd(): boolean {
    return this.index >= this.tokens.length;
  }
  peek(): Token | undefined {
    return this.tokens[this.index];
  }
  fail(expected: string): never {
    throw new RunFilterError(`${expected} is expected here`, this.peek()?.at ?? this.endsAt);
  }
  take(kinds: readonly Token["kind"][], expected: string): Token {
    const token = this.peek();
    if (!(token && kinds.includes(token.kind))) return this.fail(expected);
    this.index += 1;
    return token;
  }
}

const NAME = "metrics.…, params.…, tags.…, status, name or owner";

const readSubject = (reader: Reader): { about: "metric" | "param" | "tag" | "attribute"; key: string } => {
  const at = reader.peek()?.at ?? 0;
  const word = String(reader.take(["word"], NAME).value);
  const dot = word.indexOf(".");
  const subject = SUBJECTS[(dot === -1 ? word : word.slice(0, dot)).toLowerCase()];
  if (dot === -1 && subject === undefined) return { about: "attribute", key: word };
  if (subject === undefined || dot === -1) throw new RunFilterError(`${NAME} is expected here`, at);
  const key = word.slice(dot + 1);
  return { about: subject, key: key === "" ? String(reader.take(["quoted"], "a name in quotes").value) : key };
};

const readComparator = (reader: Reader): string => {
  const token = reader.take(["sign", "word"], "a comparison such as = or <");
  const sign = String(token.value).toLowerCase();
  const isKnown = (RUN_COMPARATORS as readonly string[]).includes(sign) || sign === "like" || sign === "ilike";
  if (!isKnown) throw new RunFilterError("a comparison such as = or < is expected here", token.at);
  return sign;
};

const isOrder = (comparator: string): boolean => ["<", "<=", ">", ">="].includes(comparator);
const isLike = (comparator: string): boolean => comparator === "like" || comparator === "ilike";

const isAttribute = (key: string): key is RunAttribute => (RUN_ATTRIBUTES as readonly string[]).includes(key);

const readCondition = (reader: Reader): RunCondition => {
  const startsAt = reader.peek()?.at ?? 0;
  const { about, key } = readSubject(reader);
  const comparator = readComparator(reader);
  if (about === "metric") {
    if (isLike(comparator)) throw new RunFilterError("a metric is compared with a number", startsAt);
    const { value } = reader.take(["number"], "a number");
    return { about, key, comparator: comparator as RunComparator, value: Number(value) };
  }
  const token = reader.take(about === "param" ? ["text", "number"] : ["text"], "a text in single quotes");
  if (token.kind === "number") {
    if (isLike(comparator)) throw new RunFilterError("like needs a text in single quotes", token.at);
    return { about: "param", key, comparator: comparator as RunComparator, value: token.value };
  }
  if (isOrder(comparator)) throw new RunFilterError("texts are compared with =, !=, like or ilike", token.at);
  const text = String(token.value);
  if (about !== "attribute") return { about, key, comparator: comparator as RunTextComparator, text };
  const lower = key.toLowerCase();
  if (!isAttribute(lower)) throw new RunFilterError(`${NAME} is expected here`, startsAt);
  return { about, key: lower, comparator: comparator as RunTextComparator, text };
};

/**
 * Reads a filter such as `metrics.loss < 1 and params.lr = '3e-4' and status = 'Finished'`, the grammar that MLflow has:
 * comparisons joined by `and`. A name with spaces is written in double quotes: `params."model class"`.
 */
export const parseRunFilter = (filter: string): RunCondition[] => {
  const reader = new Reader(filter);
  const conditions: RunCondition[] = [];
  while (!reader.isAtEnd) {
    if (conditions.length > 0) {
      const joint = reader.take(["word"], "and");
      if (String(joint.value).toLowerCase() !== "and") throw new RunFilterError("and is expected here", joint.at);
    }
    if (conditions.length === MAX_RUN_CONDITIONS) {
      throw new RunFilterError(`a filter has at most ${MAX_RUN_CONDITIONS} comparisons`, reader.peek()?.at ?? 0);
    }
    conditions.push(readCondition(reader));
  }
  return conditions;
};

/** What is wrong with a filter; undefined when it can be read. */
export const findRunFilterFault = (filter: string): { readonly message: string; readonly at: number } | undefined => {
  try {
    parseRunFilter(filter);
    return undefined;
  } catch (error) {
    if (error instanceof RunFilterError) return { message: error.message, at: error.at };
    throw error;
  }
};
