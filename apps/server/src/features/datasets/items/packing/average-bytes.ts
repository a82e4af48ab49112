import type { ItemVersion } from "../item-version.store.ts";
import type { ItemsDeps } from "../items-deps.ts";
import { readFromTable } from "../rows/fetch-items.ts";

const MEASURED_ROWS = 200;
const BYTES_PER_NUMBER = 4;

const bytesOf = (value: unknown): number => {
  if (value === null || value === undefined) return 0;
  return typeof value === "string"
    ? Buffer.byteLength(value)
    : BYTES_PER_NUMBER * Array.from(value as Iterable<number>).length;
};

/** About how many bytes an item has in columns that only the item table has, from a few items of all parts of it. */
export const averageValueBytes = async (
  { tableReader }: Pick<ItemsDeps, "tableReader">,
  source: ItemVersion,
  names: readonly string[],
): Promise<number> => {
  const count = Math.min(MEASURED_ROWS, source.items);
  if (names.length === 0 || count === 0) return 0;
  const ordinals = Array.from({ length: count }, (_, at) => Math.floor((at * source.items) / count));
  const rows = await readFromTable(tableReader, source, ordinals, names);
  let bytes = 0;
  for (const row of rows.values()) for (const name of names) bytes += bytesOf(row.get(name));
  return Math.ceil(bytes / Math.max(1, rows.size));
};
