import type { DatasetColumn, DatasetRow } from "@dailies/contract";
import { DomainError } from "../../../../errors.ts";
import { isFixedColumn } from "../../item-columns.ts";
import { selectSetCells } from "../column-sets/set-cells.store.ts";
import type { ItemVersion } from "../item-version.store.ts";
import type { ItemsDeps } from "../items-deps.ts";
import { selectRows } from "../replica/pages.store.ts";
import type { Replica } from "../replica/replica.ts";
import type { ItemTableReader } from "../tables/item-table-reader.ts";
import { type RawRow, toDataItem } from "./item-rows.ts";

/** Columns that every item shows, whatever columns were requested. */
export const SHOWN = [
  "key",
  "object",
  "media_offset",
  "media_bytes",
  "media_type",
  "caption",
  "duration_s",
  "width",
  "height",
  "fps",
  "frames",
  "codec",
  "fault",
] as const;

/** The requested columns of the dataset; all indexed ones if absent. */
export const chooseColumns = ({ columns }: ItemVersion, asked: readonly string[] | undefined): DatasetColumn[] => {
  const own = columns.filter(({ name }) => !isFixedColumn(name));
  if (!asked) return own.filter((column) => column.is_indexed);
  const known = new Set(columns.map(({ name }) => name));
  const unknown = asked.find((name) => !known.has(name));
  if (unknown !== undefined) throw new DomainError("invalid", `there is no column ${JSON.stringify(unknown)}`);
  const wanted = new Set(asked);
  return own.filter(({ name }) => wanted.has(name));
};

interface Wanted {
  readonly source: ItemVersion;
  readonly replica: Replica;
  readonly ordinals: readonly number[];
  readonly columns: readonly DatasetColumn[];
}

/** In the requested order. Read from the replica if it has all columns, otherwise from the item table. */
export const fetchItems = async (
  deps: Pick<ItemsDeps, "replicas" | "tableReader">,
  { source, replica, ordinals, columns }: Wanted,
  signal: AbortSignal,
): Promise<DatasetRow[]> => {
  const isInReplica =
    columns.every(({ name }) => replica.byName.has(name)) && ordinals.every((ordinal) => ordinal < replica.rows);
  const names = [...SHOWN, ...columns.map(({ name }) => name)];
  const rows = isInReplica
    ? await readFromReplica(deps, replica, ordinals, names, signal)
    : await readOutside(deps, source, ordinals, names);
  return ordinals.flatMap((ordinal) => {
    const row = rows.get(ordinal);
    return row ? [toDataItem(ordinal, row, columns)] : [];
  });
};

const readFromReplica = async (
  { replicas }: Pick<ItemsDeps, "replicas">,
  replica: Replica,
  ordinals: readonly number[],
  names: readonly string[],
  signal: AbortSignal,
): Promise<Map<number, RawRow>> => {
  const chosen = names.flatMap((name) => replica.byName.get(name) ?? []);
  const rows = await selectRows(await replicas.engine(), replica, ordinals, chosen, signal);
  return new Map(
    rows.map(([rowid, ...cells]) => [Number(rowid), new Map(chosen.map(({ name }, at) => [name, cells[at]]))]),
  );
};

const NEVER = new AbortController().signal;

/** Read from an attached replica, otherwise from the item table: a single picture is not worth building a replica. */
export const readRows = async (
  deps: Pick<ItemsDeps, "replicas" | "tableReader">,
  source: ItemVersion,
  ordinals: readonly number[],
  names: readonly string[],
): Promise<Map<number, RawRow>> => {
  const replica = deps.replicas.peek(source);
  const isInReplica = replica?.isWhole === true && names.every((name) => replica.byName.has(name));
  const inside = ordinals.filter((ordinal) => ordinal < source.items);
  return isInReplica ? readFromReplica(deps, replica, inside, names, NEVER) : readOutside(deps, source, inside, names);
};

/** From the item table, and from the column sets of the version, which the table does not have. */
const readOutside = async (
  { tableReader, replicas }: Pick<ItemsDeps, "replicas" | "tableReader">,
  source: ItemVersion,
  ordinals: readonly number[],
  names: readonly string[],
): Promise<Map<number, RawRow>> => {
  const ofSets = new Set(source.columnSets.flatMap(({ columns }) => columns.map(({ name }) => name)));
  const inTable = names.filter((name) => !ofSets.has(name));
  const rows = await readFromTable(tableReader, source, ordinals, inTable);
  if (inTable.length === names.length) return rows;
  const sets = await replicas.openSets(source);
  const columns = names.flatMap((name) => sets.byName.get(name) ?? []);
  const ids = columns.map(({ id }) => id);
  const cells = await selectSetCells(await replicas.engine(), sets, { ordinals: [...rows.keys()], ids }, NEVER);
  const withSets = ([ordinal, row]: [number, RawRow]): [number, RawRow] => {
    const values = columns.map(({ name, id }) => [name, cells.get(ordinal)?.get(id) ?? null] as const);
    return [ordinal, new Map([...row, ...values])];
  };
  return new Map([...rows].map(withSets));
};

/** Results come in table order, so they are keyed by ordinal. */
export const readFromTable = (
  tableReader: ItemTableReader,
  source: ItemVersion,
  ordinals: readonly number[],
  names: readonly string[],
): Promise<Map<number, RawRow>> => {
  const inside = ordinals.filter((ordinal) => ordinal < source.items);
  return tableReader.takeRows(source, inside, names);
};
