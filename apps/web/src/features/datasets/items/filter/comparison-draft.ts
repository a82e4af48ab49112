import type { ColumnType, Comparison, DatasetColumn, PredicateOp } from "@dailies/contract";
import { checkPredicate, comparisonValues, opsOf } from "@dailies/contract/predicates/predicate-check";

type Single = string | number | boolean;

/** A comparison being edited, with values as typed. */
export interface ComparisonDraft {
  readonly field: string;
  readonly op: PredicateOp;
  readonly first: string;
  readonly second: string;
}

const LISTS: readonly PredicateOp[] = ["in", "not_in"];
const PRESENCE: readonly PredicateOp[] = ["is_null", "not_null"];

/** The number of input fields an operator needs. */
export const boxesOf = (op: PredicateOp): 0 | 1 | 2 => {
  if (PRESENCE.includes(op)) return 0;
  return op === "between" ? 2 : 1;
};

export const draftOf = (comparison: Comparison): ComparisonDraft => {
  const values = comparisonValues(comparison).map(String);
  const { field, op } = comparison;
  if (LISTS.includes(op)) return { field, op, first: values.join(", "), second: "" };
  return { field, op, first: values[0] ?? "", second: values[1] ?? "" };
};

const USUAL_OPS: Partial<Record<ColumnType, PredicateOp>> = {
  text: "contains",
  json: "contains",
  integer: "gte",
  number: "gte",
  time: "gte",
};

export const emptyDraft = ({ name, type }: DatasetColumn): ComparisonDraft => ({
  field: name,
  op: USUAL_OPS[type] ?? opsOf(type)[0] ?? "not_null",
  first: type === "boolean" ? "true" : "",
  second: "",
});

const readValue = (typed: string, type: ColumnType): Single => {
  const text = typed.trim();
  if (type === "boolean") return text === "true";
  if (type !== "integer" && type !== "number") return text;
  // An empty field is not zero.
  return text === "" ? Number.NaN : Number(text);
};

export type ReadDraft =
  | { readonly ok: true; readonly comparison: Comparison }
  | { readonly ok: false; readonly message: string };

export const readDraft = (draft: ComparisonDraft, columns: readonly DatasetColumn[]): ReadDraft => {
  const { field, op } = draft;
  const type = columns.find(({ name }) => name === field)?.type ?? "text";
  const one = (typed: string): Single => readValue(typed, type);
  const values: Record<0 | 1 | 2, Comparison["value"]> = {
    0: undefined,
    1: LISTS.includes(op) ? draft.first.split(",").map(one) : one(draft.first),
    2: [one(draft.first), one(draft.second)],
  };
  const value = values[boxesOf(op)];
  const comparison: Comparison = value === undefined ? { field, op } : { field, op, value };
  const [misfit] = checkPredicate(comparison, columns);
  return misfit ? { ok: false, message: misfit.message } : { ok: true, comparison };
};
