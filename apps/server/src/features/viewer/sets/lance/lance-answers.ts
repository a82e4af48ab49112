import { readNamedManifest } from "@dailies/formats/lance/read-manifest";
import type { Table } from "@lancedb/lancedb";
import { openSharedTable } from "../../../../platform/lance/open-shared-table.ts";
import { isWideType } from "../../../../platform/lance/wide-types.ts";
import type { Answers } from "../../../../platform/processes/calls.ts";
import { unlessGone } from "../../../../platform/processes/unless-gone.ts";
import { openSharedSource } from "../../../../platform/shared-files/open-shared-source.ts";
import type { PlainCell } from "../view-cell.ts";
import type { AboutLance, LanceRow, lanceCalls } from "./lance-calls.ts";

const toPlain = (value: unknown): PlainCell | Uint8Array => {
  if (value === null || value === undefined) return null;
  if (typeof value === "string" || typeof value === "number" || typeof value === "bigint" || typeof value === "boolean")
    return value;
  if (value instanceof Float32Array || value instanceof Uint8Array) return value;
  if (value instanceof Date) return value.toISOString();
  return {
    kind: "json",
    text: JSON.stringify(value, (_key, one: unknown) => (typeof one === "bigint" ? String(one) : one)),
  };
};

interface TableColumns {
  readonly narrow: readonly string[];
  readonly wide: ReadonlySet<string>;
}

/** Of the tables that are open: their version is fixed, so their columns do not change. */
const known = new WeakMap<Table, TableColumns>();

const columnsOf = async (table: Table): Promise<TableColumns> => {
  const kept = known.get(table);
  if (kept) return kept;
  const { fields } = await table.schema();
  const wide = new Set(fields.filter(({ type }) => isWideType(type)).map(({ name }) => name));
  const columns = { wide, narrow: fields.map(({ name }) => name).filter((name) => !wide.has(name)) };
  known.set(table, columns);
  return columns;
};

const readRow = async (table: AboutLance, index: number, column: string | undefined): Promise<LanceRow | undefined> => {
  const opened = await openSharedTable(table);
  const { narrow, wide } = await columnsOf(opened);
  const names = column === undefined ? [...narrow] : [column];
  const unread = column === undefined ? wide : new Set<string>();
  // The library cannot return a row without naming at least one column.
  if (names.length === 0) return index < (await opened.countRows()) ? { values: {}, unread } : undefined;
  const [row] = await opened.takeOffsets([index]).select(names).toArray();
  if (row === undefined) return undefined;
  const values = Object.entries(row.toJSON() as Record<string, unknown>).map(([name, value]) => [name, toPlain(value)]);
  return { values: Object.fromEntries(values) as LanceRow["values"], unread };
};

/** Answers in the query process, where a hostile file can do no more than end it. */
export const openLanceAnswers = (): Answers<typeof lanceCalls> => ({
  describe: async ({ files, manifest: name, version }, signal) => {
    const { rows, columns, fragments } = await readNamedManifest(openSharedSource(files), { name, version }, signal);
    return {
      rows,
      columns: columns.map(({ name: column, encoding }) => ({ name: column, encoding })),
      fragments: fragments.map((fragment) => ({ rows: fragment.rows, files: fragment.files })),
    };
  },
  readRow: ({ index, column, ...table }, signal) => unlessGone(signal, readRow(table, index, column)),
});
