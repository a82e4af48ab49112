import type { InputValues, PerformerInput } from "@dailies/contract";
import { type PerformerRecord, type ResolvedInput, resolveInput, rolesOf } from "../../performers/index.ts";
import type { ColumnRecord } from "../columns/column.store.ts";
import type { RowRecord } from "../rows/row.store.ts";

export interface GridColumn extends ColumnRecord {
  readonly performer: PerformerRecord;
}

export interface CellFault {
  /** Null when it is the same for every row. */
  readonly row: number | null;
  readonly col: number | null;
  readonly message: string;
}

/** What one cell would send, whatever its sample. */
export interface ResolvedCell {
  readonly values: InputValues;
  /** What the values were joined from: the same object for all cells of a column, and for those of a row alike. */
  readonly ofColumn: InputValues;
  readonly ofRow: InputValues;
  readonly faults: readonly string[];
}

const NONE: InputValues = {};

/**
 * Rows speak the words everybody knows: a row's key is the performer's own key, else the meaning of one of its inputs.
 * What a performer has no use for is left out: rows are made for several of them.
 */
const valuesForPerformer = (inputSchema: readonly PerformerInput[], inputs: InputValues): InputValues => {
  const specs = new Map(inputSchema.map(({ key, spec }) => [key, spec]));
  const roles: ReadonlyMap<string, string> = rolesOf(inputSchema);
  const mapped: Record<string, InputValues[string]> = {};
  for (const [key, value] of Object.entries(inputs)) {
    const own = specs.has(key) ? key : roles.get(key);
    if (own === undefined || (own !== key && Object.hasOwn(inputs, own))) continue;
    mapped[own] = asTyped(specs.get(own)?.type, value);
  }
  return mapped;
};

const DECIMAL = /^-?\d+(\.\d+)?$/;
const ANSWERS: ReadonlyMap<unknown, boolean> = new Map([
  ["true", true],
  ["false", false],
]);

/** A file of text knows no types: what is plainly a number or an answer is one where the performer wants one. */
const asTyped = (type: string | undefined, value: InputValues[string]): InputValues[string] => {
  if (typeof value !== "string") return value;
  if (type === "number" && DECIMAL.test(value)) return Number(value);
  return type === "boolean" ? (ANSWERS.get(value) ?? value) : value;
};

/**
 * Values of a column and of a row meet in every cell, but each input stands for itself: so each column is checked once
 * and each row once for every schema it meets, and a cell only joins the two. The row wins, it is the more particular.
 */
export const resolveGrid = (rows: readonly RowRecord[], columns: readonly GridColumn[]) => {
  const resolveRow = rowResolver(rows);
  const ofColumns = new Map(
    columns.map((column) => [column.index, resolveInput(column.performer.inputSchema, column.params)]),
  );
  return {
    /** Faults of the columns themselves, whatever the rows say: those that no row could mend. */
    columnFaults: columns.flatMap((column) => wrongParams(column, ofColumns.get(column.index))),
    cell: (row: RowRecord, column: GridColumn): ResolvedCell => {
      const ofRow = resolveRow(column.performer, row);
      const ofColumn = ofColumns.get(column.index);
      if (ofColumn === undefined) {
        return { values: NONE, ofColumn: NONE, ofRow: NONE, faults: ["this column is not part of the grid"] };
      }
      const missing = ofColumn.faults.filter(
        ({ path: [key] }) => !(isGiven(column, key) || ofRow.keys.has(String(key)) || isSeed(column, key)),
      );
      return {
        values: { ...ofColumn.values, ...ofRow.values },
        ofColumn: ofColumn.values,
        ofRow: ofRow.values,
        faults: [...missing.map(({ message }) => message), ...ofRow.faults],
      };
    },
  };
};

const isGiven = ({ params }: GridColumn, key: PropertyKey | undefined): boolean => Object.hasOwn(params, String(key));

/** Never missing: the rule for seeds gives one. */
const isSeed = ({ performer }: GridColumn, key: PropertyKey | undefined): boolean =>
  performer.inputSchema.some((input) => input.key === key && input.role === "seed");

const wrongParams = (column: GridColumn, resolved: ResolvedInput | undefined): CellFault[] =>
  (resolved?.faults ?? [])
    .filter(({ path: [key] }) => isGiven(column, key))
    .map(({ path, message }) => ({ row: null, col: column.index, message: `${path.join(".")}: ${message}` }));

interface ResolvedRow {
  readonly keys: ReadonlySet<string>;
  readonly values: InputValues;
  readonly faults: readonly string[];
}

/** Performers often share their inputs, several columns always do: what one found out serves the others. */
const rowResolver = (rows: readonly RowRecord[]) => {
  const byPerformer = new Map<string, Map<number, ResolvedRow>>();
  const bySchema = new Map<string, Map<number, ResolvedRow>>();
  const known = (performer: PerformerRecord): Map<number, ResolvedRow> => {
    const rowKeys = new Set(rows.flatMap(({ inputs }) => Object.keys(inputs)));
    const used = performer.inputSchema.filter(({ key, role }) => rowKeys.has(key) || rowKeys.has(role ?? ""));
    const schema = JSON.stringify(used);
    const resolved = bySchema.get(schema) ?? new Map<number, ResolvedRow>();
    bySchema.set(schema, resolved);
    byPerformer.set(performer.id, resolved);
    return resolved;
  };
  return (performer: PerformerRecord, row: RowRecord): ResolvedRow => {
    const resolved = byPerformer.get(performer.id) ?? known(performer);
    const before = resolved.get(row.index);
    if (before) return before;
    const found = resolveRow(performer.inputSchema, row.inputs);
    resolved.set(row.index, found);
    return found;
  };
};

const resolveRow = (inputSchema: readonly PerformerInput[], inputs: InputValues): ResolvedRow => {
  const given = valuesForPerformer(inputSchema, inputs);
  const keys = new Set(Object.keys(given));
  const { values, faults } = resolveInput(
    inputSchema.filter(({ key }) => keys.has(key)),
    given,
  );
  return { keys, values, faults: faults.map(({ path, message }) => `${path.join(".")}: ${message}`) };
};
