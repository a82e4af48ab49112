import type { InputValues, PerformerInput } from "@dailies/contract";
import { type PerformerRecord, type ResolvedInput, resolveInput, rolesOf } from "../../performers/index.ts";
import type { ColumnRecord } from "../columns/column.store.ts";
import type { RowRecord } from "../rows/row.store.ts";

export interface GridColumn extends ColumnRecord {
  readonly performer: PerformerRecord;
}

export interface CellFault {
  /** Null when the fault is the same for every row. */
  readonly row: number | null;
  readonly col: number | null;
  readonly message: string;
}

/** The inputs of one cell, the same for all its samples. */
export interface ResolvedCell {
  readonly values: InputValues;
  /** The merged parts. Cells of a column share one `ofColumn` object, cells of a row one `ofRow` object. */
  readonly ofColumn: InputValues;
  readonly ofRow: InputValues;
  readonly faults: readonly string[];
}

const NONE: InputValues = {};

/**
 * Maps row keys to the performer's input keys: an exact match first, then the role of an input. Drops inputs that the
 * performer does not have, because rows are shared by several performers.
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

/** CSV has no types: converts text to a number or boolean where the performer expects one. */
const asTyped = (type: string | undefined, value: InputValues[string]): InputValues[string] => {
  if (typeof value !== "string") return value;
  if (type === "number" && DECIMAL.test(value)) return Number(value);
  return type === "boolean" ? (ANSWERS.get(value) ?? value) : value;
};

/**
 * Inputs are validated independently, so each column is validated once and each row once per schema; a cell only merges
 * the two. Row values override column values, because they are more specific.
 */
export const resolveGrid = (rows: readonly RowRecord[], columns: readonly GridColumn[]) => {
  const resolveRow = rowResolver(rows);
  const ofColumns = new Map(
    columns.map((column) => [column.index, resolveInput(column.performer.inputSchema, column.params)]),
  );
  return {
    /** Faults of column parameters that no row can override. */
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

/** A missing seed is no fault: the seed policy supplies it. */
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

/** Caches resolved rows by schema: columns often share one, and performers may too. */
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
