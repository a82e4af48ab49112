import { normalizePredicate } from "./predicate-compose.ts";
import { PredicateError, type PredicateFault } from "./predicate-fault.ts";
import { type PredicateKeyword, type PredicateToken, readTokens } from "./predicate-tokens.ts";
import { type Comparison, MAX_PREDICATE_DEPTH, MAX_PREDICATE_NODES, type Predicate } from "./predicates.ts";

type Single = string | number | boolean;

export type ParsedPredicate =
  /** Undefined for the empty text, which matches every row. */
  | { readonly ok: true; readonly predicate: Predicate | undefined }
  | { readonly ok: false; readonly fault: PredicateFault };

const MAX_TEXT = 1_000;
const MAX_VALUES = 1_000;
const SIGN_OPS = { "=": "eq", "!=": "ne", "<": "lt", "<=": "lte", ">": "gt", ">=": "gte" } as const;
type Sign = keyof typeof SIGN_OPS;
const isCompareSign = (sign: string): sign is Sign => Object.hasOwn(SIGN_OPS, sign);

/** Parses the `where` language. Never throws: a syntax error is returned as a fault with its position. */
export const parsePredicate = (text: string): ParsedPredicate => {
  try {
    const tokens = readTokens(text);
    if (tokens[0]?.kind === "end") return { ok: true, predicate: undefined };
    const reader = new Reader(tokens);
    const predicate = reader.readAll();
    return { ok: true, predicate: normalizePredicate(predicate) };
  } catch (error) {
    if (error instanceof PredicateError) return { ok: false, fault: error.fault };
    throw error;
  }
};

class Reader {
  private readonly tokens: readonly PredicateToken[];
  private place = 0;
  private nodes = 0;
  private depth = 0;

  constructor(tokens: readonly PredicateToken[]) {
    this.tokens = tokens;
  }

  readAll(): Predicate {
    const predicate = this.readOr();
    if (this.peek().kind !== "end") this.refuse("AND, OR or the end");
    return predicate;
  }

  private peek(): PredicateToken {
    const token = this.tokens[this.place] ?? this.tokens.at(-1);
    return token ?? { kind: "end", at: 0, end: 0 };
  }

  private next(): PredicateToken {
    const token = this.peek();
    this.place += 1;
    return token;
  }

  private refuse(wanted: string): never {
    const token = this.peek();
    const found = token.kind === "end" ? "the text ends" : "there is something else";
    throw new PredicateError(
      "expected",
      `${wanted} is expected here, and ${found}`,
      token.at,
      Math.max(token.end, token.at + 1),
    );
  }

  private takeKeyword(word: PredicateKeyword): boolean {
    const token = this.peek();
    if (token.kind !== "keyword" || token.word !== word) return false;
    this.place += 1;
    return true;
  }

  private takeSign(sign: string): boolean {
    const token = this.peek();
    if (token.kind !== "sign" || token.sign !== sign) return false;
    this.place += 1;
    return true;
  }

  private count(): void {
    this.nodes += 1;
    const { at, end } = this.peek();
    if (this.nodes > MAX_PREDICATE_NODES)
      throw new PredicateError("too_many", `a filter has at most ${MAX_PREDICATE_NODES} conditions`, at, end);
  }

  /** Enters a parenthesis or NOT; refuses predicates nested too deeply. */
  private inside<T>(read: () => T): T {
    this.depth += 1;
    const { at, end } = this.peek();
    if (this.depth > MAX_PREDICATE_DEPTH)
      throw new PredicateError("too_deep", `a filter goes at most ${MAX_PREDICATE_DEPTH} levels deep`, at, end);
    const result = read();
    this.depth -= 1;
    return result;
  }

  private readOr(): Predicate {
    const parts = [this.readAnd()];
    while (this.takeKeyword("or")) parts.push(this.readAnd());
    const [only] = parts;
    if (parts.length === 1 && only) return only;
    this.count();
    return { or: parts };
  }

  private readAnd(): Predicate {
    const parts = [this.readNot()];
    while (this.takeKeyword("and")) parts.push(this.readNot());
    const [only] = parts;
    if (parts.length === 1 && only) return only;
    this.count();
    return { and: parts };
  }

  private readNot(): Predicate {
    if (this.takeKeyword("not")) {
      this.count();
      return this.inside(() => ({ not: this.readNot() }));
    }
    if (!this.takeSign("(")) return this.readComparison();
    const predicate = this.inside(() => this.readOr());
    if (!this.takeSign(")")) this.refuse("a closing parenthesis");
    return predicate;
  }

  private readComparison(): Predicate {
    const token = this.peek();
    if (token.kind !== "column") this.refuse("the name of a column");
    this.place += 1;
    this.count();
    const field = token.name;
    if ([...field].length > 200) throw new PredicateError("too_long", "this name is too long", token.at, token.end);
    if (this.takeKeyword("is")) {
      const op = this.takeKeyword("not") ? "not_null" : "is_null";
      if (!this.takeKeyword("null")) this.refuse("NULL");
      return { field, op };
    }
    if (!this.takeKeyword("not")) return this.readTest(field);
    const test = this.readWordTest(field);
    if (!test) return this.refuse("IN, BETWEEN or CONTAINS");
    if (test.op === "in") return { ...test, op: "not_in" };
    this.count();
    return { not: test };
  }

  private readTest(field: string): Comparison {
    const test = this.readWordTest(field);
    if (test) return test;
    const token = this.peek();
    if (token.kind !== "sign" || !isCompareSign(token.sign)) return this.refuse("a comparison such as =, < or IN");
    this.place += 1;
    return { field, op: SIGN_OPS[token.sign], value: this.readValue() };
  }

  private readWordTest(field: string): Comparison | undefined {
    if (this.takeKeyword("between")) {
      const low = this.readValue();
      if (!this.takeKeyword("and")) this.refuse("AND with the upper end");
      return { field, op: "between", value: [low, this.readValue()] };
    }
    if (this.takeKeyword("in")) return { field, op: "in", value: this.readList() };
    if (!this.takeKeyword("contains")) return undefined;
    if (this.peek().kind !== "text") this.refuse("text in single quotes");
    return { field, op: "contains", value: this.readValue() };
  }

  private readList(): Single[] {
    if (!this.takeSign("(")) this.refuse("a list in parentheses");
    const values = [this.readValue()];
    while (this.takeSign(",")) values.push(this.readValue());
    const { at, end } = this.peek();
    if (values.length > MAX_VALUES)
      throw new PredicateError("too_many", `a list has at most ${MAX_VALUES} values`, at, end);
    if (!this.takeSign(")")) this.refuse("a comma or a closing parenthesis");
    return values;
  }

  private readValue(): Single {
    const token = this.peek();
    if (token.kind === "keyword" && token.word === "null")
      throw new PredicateError("null_value", "NULL cannot be compared: use IS NULL", token.at, token.end);
    const value = literalOf(token);
    if (value === undefined) return this.refuse("a number, text in single quotes, true or false");
    if (typeof value === "string" && [...value].length > MAX_TEXT)
      throw new PredicateError("too_long", `a text has at most ${MAX_TEXT} characters`, token.at, token.end);
    this.next();
    return value;
  }
}

const literalOf = (token: PredicateToken): Single | undefined => {
  if (token.kind === "text" || token.kind === "number") return token.value;
  if (token.kind !== "keyword" || (token.word !== "true" && token.word !== "false")) return undefined;
  return token.word === "true";
};
