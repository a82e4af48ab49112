import { allOf, type CellValue } from "@dailies/contract";
import { DomainError } from "../../../../errors.ts";
import type { KeptQuery } from "../../views/view.store.ts";
import type { ItemVersion } from "../item-version.store.ts";
import type { ItemsDeps } from "../items-deps.ts";
import { getItemVersion, readPredicate, readWords, select } from "../query/open-selection.ts";
import { readOrder } from "../query/read-order.ts";
import type { QueryValue } from "../replica/engine/engine-calls.ts";
import type { MeasuredColumn } from "../replica/replica.ts";
import { countUnpaired, streamDrawnPairs } from "../replica/stream-pairs.store.ts";
import { findByKeys, streamDrawn } from "../replica/stream-rows.store.ts";
import { mixOrdinal } from "../sampling/draw-sample.rules.ts";
import { cellOf } from "./item-rows.ts";

export interface ItemStream {
  readonly datasetId: string;
  readonly version: number;
  readonly isRandom: boolean;
  readonly seed: number;
  /** Columns whose values are needed besides the fixed ones. */
  readonly columns: readonly string[];
  /** How many items to leave out at the beginning, because they were read before. */
  readonly offset: number;
  readonly source:
    | {
        readonly query: KeptQuery;
        readonly orderBy: string;
        readonly drawCount: number | null;
        /** The column with the key of the item that each is compared with; null for single items. */
        readonly pairColumn: string | null;
      }
    | {
        readonly keys: readonly string[];
        /** For each key, that of the item it is compared with; null for single items. */
        readonly otherKeys: readonly string[] | null;
      };
}

export interface StreamedClip {
  readonly ordinal: number;
  readonly key: string;
  /** Null for an item without media. */
  readonly mediaType: string | null;
  readonly durationS: number | null;
  readonly fps: number | null;
  readonly frames: number | null;
}

export interface StreamedItem extends StreamedClip {
  readonly values: Readonly<Record<string, CellValue>>;
  /** The item that it is compared with; null for a single item. */
  readonly other: StreamedClip | null;
}

export interface StreamedItems {
  /** Keys that the version does not have. */
  readonly missingKeys: readonly string[];
  /** Items of a view that name no item to be compared with; not counted when some are drawn. */
  readonly unpaired: number;
  readonly batches: AsyncGenerator<StreamedItem[]>;
}

type Deps = Pick<ItemsDeps, "db" | "replicas">;

const FIXED = ["key", "object", "media_type", "duration_s", "fps", "frames"] as const;

/**
 * Streams the items of a frozen version in a total order, so that every run with the same input yields the same sequence and
 * a later run can continue at an offset.
 */
export const streamItems = async (
  { db, replicas }: Deps,
  input: ItemStream,
  signal: AbortSignal,
): Promise<StreamedItems> => {
  const source = await getItemVersion({ db }, input.datasetId, input.version);
  const replica = await replicas.openWhole(source, signal);
  const names = [...FIXED, ...input.columns];
  const chosen = names.map((name) => replica.byName.get(name));
  if (chosen.includes(undefined)) throw new DomainError("invalid", "a column of this dataset version cannot be read");
  const ids = ["rowid", ...chosen.map((column) => column?.id ?? "")];
  const engine = await replicas.engine();
  const { columns } = input;
  if ("keys" in input.source) {
    const { keys, otherKeys } = input.source;
    const wanted = { keys: [...new Set([...keys, ...(otherKeys ?? [])])] };
    const found = await findByKeys(engine, { replica, ids, keyId: idOf(replica.byName, "key") }, wanted, signal);
    const { rows, missingKeys } = orderByKeys(found, input.source, input);
    return { missingKeys, unpaired: 0, batches: inBatches(rows.slice(input.offset), source, columns) };
  }
  const { query, orderBy, drawCount, pairColumn } = input.source;
  const selection = select(source, replica, allOf(...query.filters, readPredicate(query.where)), readWords(query.q));
  const order = readOrder(orderBy, selection);
  const { isRandom, seed, offset } = input;
  const drawn = { selection, order, ids, isRandom, seed, offset, drawCount };
  if (pairColumn === null)
    return { missingKeys: [], unpaired: 0, batches: toItems(streamDrawn(engine, drawn, signal), source, columns) };
  const pair = { columnId: idOf(replica.byName, pairColumn), keyId: idOf(replica.byName, "key") };
  if (pair.columnId === "") throw new DomainError("invalid", "a column of this dataset version cannot be read");
  const otherIds = ids.slice(0, 1 + FIXED.length);
  const unpaired = drawCount === null ? await countUnpaired(engine, selection, pair, signal) : 0;
  const batches = streamDrawnPairs(engine, { ...drawn, pair, otherIds }, signal);
  return { missingKeys: [], unpaired, batches: toItems(batches, source, columns) };
};

const idOf = (byName: ReadonlyMap<string, MeasuredColumn>, name: string): string => byName.get(name)?.id ?? "";

interface OrderedRows {
  readonly rows: QueryValue[][];
  readonly missingKeys: string[];
}

/** The rows in the order of their keys, each followed by the one that it is compared with; each pair once. */
const orderByKeys = (
  found: QueryValue[][],
  { keys, otherKeys }: Extract<ItemStream["source"], { keys: unknown }>,
  { isRandom, seed }: ItemStream,
): OrderedRows => {
  const byKey = new Map<string, QueryValue[]>();
  // Rows come by ordinal: the first of several with one key counts.
  for (const row of found) if (!byKey.has(String(row[1]))) byKey.set(String(row[1]), row);
  const unique = new Map(
    keys.map((key, at) => {
      const named = otherKeys === null ? [key] : [key, otherKeys[at] ?? ""];
      return [JSON.stringify(named), named];
    }),
  );
  const rows = [...unique.values()].flatMap(([key = "", otherKey]) => {
    const [row, other] = [byKey.get(key), byKey.get(otherKey ?? key)];
    if (!row || !other) return [];
    return otherKey === undefined ? [row] : [[...row, ...other.slice(0, 1 + FIXED.length)]];
  });
  const missingKeys = [...new Set([...unique.values()].flat())].filter((key) => !byKey.has(key));
  if (!isRandom) return { rows, missingKeys };
  const ranked = rows.map((row) => ({ row, rank: mixOrdinal(Number(row[0]), seed) }));
  // Pairs with the same first row keep their order.
  ranked.sort((a, b) => a.rank - b.rank || Number(a.row[0]) - Number(b.row[0]));
  return { rows: ranked.map(({ row }) => row), missingKeys };
};

const BATCH = 20_000;

async function* inBatches(
  rows: QueryValue[][],
  source: ItemVersion,
  columns: readonly string[],
): AsyncGenerator<StreamedItem[]> {
  for (let at = 0; at < rows.length; at += BATCH) yield rows.slice(at, at + BATCH).map(toItem(source, columns));
}

async function* toItems(
  batches: AsyncGenerator<QueryValue[][]>,
  source: ItemVersion,
  columns: readonly string[],
): AsyncGenerator<StreamedItem[]> {
  for await (const batch of batches) yield batch.map(toItem(source, columns));
}

const numberOf = (value: QueryValue | undefined): number | null => {
  const number = typeof value === "bigint" || typeof value === "number" ? Number(value) : Number.NaN;
  return Number.isFinite(number) ? number : null;
};

/** From the fixed columns, which begin with the row number. */
const toClip = ([ordinal, key, object, mediaType, durationS, fps, frames]: QueryValue[]): StreamedClip => ({
  ordinal: Number(ordinal),
  key: String(key),
  mediaType: object === null ? null : String(mediaType ?? "application/octet-stream"),
  durationS: numberOf(durationS),
  fps: numberOf(fps),
  frames: numberOf(frames),
});

const toItem = (source: ItemVersion, names: readonly string[]) => {
  const columns = names.flatMap((name) => source.columns.find((column) => column.name === name) ?? []);
  const valuesAt = 1 + FIXED.length;
  return (row: QueryValue[]): StreamedItem => {
    const other = row.slice(valuesAt + names.length);
    return {
      ...toClip(row),
      values: Object.fromEntries(columns.map((column, at) => [column.name, cellOf(column, row[valuesAt + at])])),
      other: other.length === 0 ? null : toClip(other),
    };
  };
};
