import { type Comparison, comparisonValues, isCondition, type Predicate } from "@dailies/contract";
import type { ReplicaColumn } from "../replica/replica-columns.ts";

/** A bound parameter; values are never part of the SQL text. */
export interface BoundValue {
  readonly type: "BIGINT" | "BOOLEAN" | "DOUBLE" | "VARCHAR";
  readonly value: string | number | boolean;
}

/** A condition with placeholders, numbered from `$1`. */
export interface Clause {
  readonly sql: string;
  readonly values: readonly BoundValue[];
}

/** The columns of the replica, and which of them the dataset declares as times. */
export interface CompileColumns {
  readonly byName: ReadonlyMap<string, ReplicaColumn>;
  readonly times: ReadonlySet<string>;
}

const SIGNS = { eq: "=", ne: "<>", lt: "<", lte: "<=", gt: ">", gte: ">=" } as const;

/** Compiles a validated predicate to SQL. Column names are generated and values are bound, so there is no injection. */
export const compilePredicate = (
  predicate: Predicate | undefined,
  words: readonly string[],
  columns: CompileColumns,
  /** Parameters that the statement already binds. */
  bound: readonly BoundValue[] = [],
): Clause => {
  if (!predicate && words.length === 0) return { sql: "true", values: bound };
  const compiler = new Compiler(columns, bound);
  const parts = [...(predicate ? [compiler.compile(predicate)] : []), ...words.map((word) => compiler.findWord(word))];
  return { sql: parts.join(" and "), values: compiler.values };
};

/** Compiles several separate conditions that share their parameters. */
export const compileEach = (
  predicates: readonly Predicate[],
  columns: CompileColumns,
): { sqls: string[]; values: readonly BoundValue[] } => {
  const compiler = new Compiler(columns);
  const sqls = predicates.map((predicate) => compiler.compile(predicate));
  return { sqls, values: compiler.values };
};

class Compiler {
  readonly values: BoundValue[];
  private readonly columns: CompileColumns;

  constructor(columns: CompileColumns, bound: readonly BoundValue[] = []) {
    this.columns = columns;
    this.values = [...bound];
  }

  compile(predicate: Predicate): string {
    if (isCondition(predicate)) return `(${this.compare(predicate)})`;
    // A missing value makes a comparison false and its negation true, unlike SQL's three-valued logic.
    if ("not" in predicate) return `(${this.compile(predicate.not)} is not true)`;
    const [parts, word] = "and" in predicate ? [predicate.and, " and "] : [predicate.or, " or "];
    return `(${parts.map((part) => this.compile(part)).join(word)})`;
  }

  findWord(word: string): string {
    return `(${this.contains(this.column("caption"), word)})`;
  }

  private compare(comparison: Comparison): string {
    const column = this.column(comparison.field);
    const { id } = column;
    switch (comparison.op) {
      case "is_null":
        return `${id} is null`;
      case "not_null":
        return `${id} is not null`;
      case "contains":
        return this.contains(column, String(comparison.value));
      case "in":
      case "not_in":
        return this.isOneOf(column, comparison);
      case "between": {
        const [low, high] = comparisonValues(comparison).map((value) => this.against(column, value));
        return `${low?.side} >= ${low?.placeholder} and ${high?.side} <= ${high?.placeholder}`;
      }
      default: {
        const { side, placeholder } = this.against(column, comparisonValues(comparison)[0] ?? "");
        return `${side} ${SIGNS[comparison.op]} ${placeholder}`;
      }
    }
  }

  private contains({ id }: ReplicaColumn, text: string): string {
    return `contains(lower(${id}), lower(${this.placeholder({ type: "VARCHAR", value: text })}))`;
  }

  private isOneOf(column: ReplicaColumn, comparison: Comparison): string {
    const parts = comparisonValues(comparison).map((value) => this.against(column, value));
    const side = parts.some((part) => part.side !== column.id)
      ? parts.find((part) => part.side !== column.id)?.side
      : column.id;
    return `${side} ${comparison.op === "in" ? "in" : "not in"} (${parts.map(({ placeholder }) => placeholder).join(", ")})`;
  }

  /** Compares an integer column with a fraction as doubles, because a cast would round the fraction. */
  private against(column: ReplicaColumn, value: string | number | boolean): { side: string; placeholder: string } {
    const { id, type, name } = column;
    if (typeof value === "boolean") return { side: id, placeholder: this.placeholder({ type: "BOOLEAN", value }) };
    if (this.columns.times.has(name))
      return { side: id, placeholder: this.placeholder({ type: "BIGINT", value: Date.parse(String(value)) }) };
    if (typeof value === "string") return { side: id, placeholder: this.placeholder({ type: "VARCHAR", value }) };
    if (type === "DOUBLE") return { side: id, placeholder: this.placeholder({ type: "DOUBLE", value }) };
    if (Number.isSafeInteger(value)) return { side: id, placeholder: this.placeholder({ type: "BIGINT", value }) };
    return { side: `${id}::double`, placeholder: this.placeholder({ type: "DOUBLE", value }) };
  }

  private placeholder(value: BoundValue): string {
    this.values.push(value);
    return `$${this.values.length}::${value.type}`;
  }

  private column(name: string): ReplicaColumn {
    const column = this.columns.byName.get(name);
    if (!column) throw new Error("a column was compiled that was not checked");
    return column;
  }
}
