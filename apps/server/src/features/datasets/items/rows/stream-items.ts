import { allOf, type CellValue } from "@dailies/contract";
import type { DuckDBValue } from "@duckdb/node-api";
import { DomainError } from "../../../../errors.ts";
import type { KeptQuery } from "../../views/view.store.ts";
import type { ItemVersion } from "../item-version.store.ts";
import type { ItemsDeps } from "../items-deps.ts";
import { getItemVersion, readPredicate, readWords, select } from "../query/open-selection.ts";
import { readOrder } from "../query/read-order.ts";
import type { MeasuredColumn } from "../replica/replica.ts";
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
    | { readonly query: KeptQuery; readonly orderBy: string; readonly drawCount: number | null }
    | { readonly keys: readonly string[] };
}

export interface StreamedItem {
  readonly ordinal: number;
  readonly key: string;
  /** Null for an item without media. */
  readonly mediaType: string | null;
  readonly durationS: number | null;
  readonly fps: number | null;
  readonly frames: number | null;
  readonly values: Readonly<Record<string, CellValue>>;
}

type Deps = Pick<ItemsDeps, "db" | "replicas">;

const FIXED = ["key", "object", "media_type", "duration_s", "fps", "frames"] as const;

/**
 * Streams the items of a frozen version in a total order, so that every run with the same input yields the same sequence and
 * a later run can continue at an offset. Also returns keys that the version does not have.
 */
export const streamItems = async (
  { db, replicas }: Deps,
  input: ItemStream,
  signal: AbortSignal,
): Promise<{ missingKeys: readonly string[]; batches: AsyncGenerator<StreamedItem[]> }> => {
  const source = await getItemVersion({ db }, input.datasetId, input.version);
  const replica = await replicas.openWhole(source, signal);
  const names = [...FIXED, ...input.columns];
  const chosen = names.map((name) => replica.byName.get(name));
  if (chosen.includes(undefined)) throw new DomainError("invalid", "a column of this dataset version cannot be read");
  const ids = ["rowid", ...chosen.map((column) => column?.id ?? "")];
  const engine = await replicas.engine();
  if ("keys" in input.source) {
    const found = await findByKeys(engine, { replica, ids, keyId: idOf(replica.byName, "key") }, input.source, signal);
    const { rows, missingKeys } = orderByKeys(found, input.source.keys, input);
    return { missingKeys, batches: inBatches(rows.slice(input.offset), source, input.columns) };
  }
  const { query, orderBy, drawCount } = input.source;
  const selection = select(source, replica, allOf(...query.filters, readPredicate(query.where)), readWords(query.q));
  const order = readOrder(orderBy, selection);
  const { isRandom, seed, offset } = input;
  const batches = streamDrawn(engine, { selection, order, ids, isRandom, seed, offset, drawCount }, signal);
  return { missingKeys: [], batches: toItems(batches, source, input.columns) };
};

const idOf = (byName: ReadonlyMap<string, MeasuredColumn>, name: string): string => byName.get(name)?.id ?? "";

const orderByKeys = (
  found: DuckDBValue[][],
  keys: readonly string[],
  { isRandom, seed }: ItemStream,
): { rows: DuckDBValue[][]; missingKeys: string[] } => {
  const byKey = new Map<string, DuckDBValue[]>();
  // Rows come by ordinal: the first of several with one key counts.
  for (const row of found) if (!byKey.has(String(row[1]))) byKey.set(String(row[1]), row);
  const unique = [...new Set(keys)];
  const rows = unique.flatMap((key) => {
    const row = byKey.get(key);
    return row ? [row] : [];
  });
  const missingKeys = unique.filter((key) => !byKey.has(key));
  if (!isRandom) return { rows, missingKeys };
  const ranked = rows.map((row) => ({ row, rank: mixOrdinal(Number(row[0]), seed) }));
  ranked.sort((a, b) => a.rank - b.rank || Number(a.row[0]) - Number(b.row[0]));
  return { rows: ranked.map(({ row }) => row), missingKeys };
};

const BATCH = 20_000;

async function* inBatches(
  rows: DuckDBValue[][],
  source: ItemVersion,
  columns: readonly string[],
): AsyncGenerator<StreamedItem[]> {
  for (let at = 0; at < rows.length; at += BATCH) yield rows.slice(at, at + BATCH).map(toItem(source, columns));
}

async function* toItems(
  batches: AsyncGenerator<DuckDBValue[][]>,
  source: ItemVersion,
  columns: readonly string[],
): AsyncGenerator<StreamedItem[]> {
  for await (const batch of batches) yield batch.map(toItem(source, columns));
}

const numberOf = (value: DuckDBValue | undefined): number | null => {
  const number = typeof value === "bigint" || typeof value === "number" ? Number(value) : Number.NaN;
  return Number.isFinite(number) ? number : null;
};

const toItem = (source: ItemVersion, names: readonly string[]) => {
  const columns = names.flatMap((name) => source.columns.find((column) => column.name === name) ?? []);
  return (row: DuckDBValue[]): StreamedItem => {
    const [ordinal, key, object, mediaType, durationS, fps, frames, ...rest] = row;
    return {
      ordinal: Number(ordinal),
      key: String(key),
      mediaType: object === null ? null : String(mediaType ?? "application/octet-stream"),
      durationS: numberOf(durationS),
      fps: numberOf(fps),
      frames: numberOf(frames),
      values: Object.fromEntries(columns.map((column, at) => [column.name, cellOf(column, rest[at])])),
    };
  };
};
