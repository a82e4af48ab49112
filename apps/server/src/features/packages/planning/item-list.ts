import { buffer } from "node:stream/consumers";
import { promisify } from "node:util";
import { zstdDecompress } from "node:zlib";
import type { ShardColumn, ShardValue } from "@dailies/formats/shard-writer";
import { LruByteCache } from "../../../platform/concurrency/lru-byte-cache.ts";
import { SingleFlight } from "../../../platform/concurrency/single-flight.ts";
import type { BucketStorage } from "../../../platform/s3/object-storage.ts";
import { itemListKey } from "../package.rules.ts";
import { fromListValue, type ListValue } from "./list-values.ts";

/** One line of the item list: a sample of the package and where its clip is. */
export interface ListedSample {
  readonly ordinal: number;
  readonly key: string;
  /** Null when the package has no clips. */
  readonly object: string | null;
  readonly offset: number;
  readonly bytes: number;
  readonly durationS: number | null;
  /** In the order of the package's columns; null for the clip. */
  readonly values: readonly ShardValue[];
}

type ListColumn = Pick<ShardColumn, "name" | "type">;

/** Increment when lines change: a list of another version is refused. */
const LIST_VERSION = 2;

interface ListHead {
  readonly version: number;
  /** Names of the values at the end of each line. */
  readonly columns: readonly string[];
}

/** The first line of each part. */
export const listHead = (columns: readonly string[]): string => {
  const head: ListHead = { version: LIST_VERSION, columns };
  return `${JSON.stringify(head)}\n`;
};

type Line = [number, string, string | null, number, number, number | null, ...ListValue[]];
const FIXED_VALUES = 6;

/** Reads lines whose values are named so. */
const lineReader = (names: readonly string[], columns: readonly ListColumn[]): ((line: string) => ListedSample) => {
  const places = columns.map(({ name, type }) => ({ type, at: names.indexOf(name) + FIXED_VALUES }));
  return (line) => {
    const values = JSON.parse(line) as Line;
    const [ordinal, key, object, offset, bytes, durationS] = values;
    const read = places.map(({ type, at }) =>
      at < FIXED_VALUES ? null : fromListValue(type, (values[at] ?? null) as ListValue),
    );
    return { ordinal, key, object, offset, bytes, durationS, values: read };
  };
};

const unzip = promisify(zstdDecompress);

interface ReadPart {
  readonly text: Buffer;
  readonly columns: readonly string[];
  /** Where each line begins, and the end of the last. */
  readonly starts: Uint32Array;
}

const readPart = async (storage: Pick<BucketStorage, "getObject">, key: string): Promise<ReadPart> => {
  const text = await unzip(await buffer(await storage.getObject(key)));
  const starts: number[] = [];
  for (let at = text.indexOf(10); at >= 0; at = text.indexOf(10, at + 1)) starts.push(at + 1);
  const { version, columns } = JSON.parse(text.toString("utf8", 0, starts[0])) as ListHead;
  if (version !== LIST_VERSION) throw new Error(`an item list is of version ${version}, not ${LIST_VERSION}`);
  return { text, columns, starts: Uint32Array.from(starts) };
};

const samplesOf = (
  { text, columns: names, starts }: ReadPart,
  columns: readonly ListColumn[],
  [first, count]: readonly [number, number],
): ListedSample[] => {
  const read = lineReader(names, columns);
  return Array.from({ length: Math.max(0, Math.min(count, starts.length - 1 - first)) }, (_, at) =>
    read(text.toString("utf8", starts[first + at], (starts[first + at + 1] ?? 1) - 1)),
  );
};

export interface ListSlice {
  readonly part: number;
  readonly firstRow: number;
  readonly count: number;
}

/** Reads slices of item lists for a worker. Neighbouring shards are in one part, so parts are cached, within a limit. */
export const openItemLists = (storage: Pick<BucketStorage, "getObject">, limitBytes: number) => {
  const parts = new LruByteCache<ReadPart>(limitBytes);
  const reading = new SingleFlight<ReadPart>();
  const open = async (key: string): Promise<ReadPart> => {
    const found = parts.get(key);
    if (found) return found;
    const read = await reading.join(key, () => readPart(storage, key));
    parts.set(key, read, read.text.length + read.starts.byteLength);
    return read;
  };
  return {
    readSlice: async (
      folder: string,
      columns: readonly ListColumn[],
      { part, firstRow, count }: ListSlice,
    ): Promise<ListedSample[]> => samplesOf(await open(itemListKey(folder, part)), columns, [firstRow, count]),
  };
};

export type ItemLists = ReturnType<typeof openItemLists>;

/** All samples of a package in order, one part of the list at a time. */
export async function* readItemList(
  storage: Pick<BucketStorage, "getObject" | "listObjects">,
  { folder, columns }: { readonly folder: string; readonly columns: readonly ListColumn[] },
): AsyncGenerator<ListedSample[]> {
  const prefix = itemListKey(folder, 0).replace(/[^/]+$/, "");
  let after: string | undefined;
  for (;;) {
    const objects = await storage.listObjects(prefix, { after, limit: 100 });
    for (const { key } of objects) {
      const part = await readPart(storage, key);
      yield samplesOf(part, columns, [0, part.starts.length - 1]);
    }
    after = objects.at(-1)?.key;
    if (after === undefined) return;
  }
}
