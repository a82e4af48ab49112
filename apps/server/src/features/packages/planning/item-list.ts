import { buffer } from "node:stream/consumers";
import { promisify } from "node:util";
import { gunzip } from "node:zlib";
import type { ShardColumn, ShardValue } from "@dailies/formats/shard-writer";
import { LruByteCache } from "../../../platform/concurrency/lru-byte-cache.ts";
import { SingleFlight } from "../../../platform/concurrency/single-flight.ts";
import type { BucketStorage } from "../../../platform/s3/object-storage.ts";
import { itemListKey } from "../package.rules.ts";

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

/** JSON has no integers beyond the safe range of JavaScript: they are kept as text. */
const toJson = (value: ShardValue): unknown => (typeof value === "bigint" ? String(value) : value);

export const toListLine = ({ ordinal, key, object, offset, bytes, durationS, values }: ListedSample): string =>
  `${JSON.stringify([ordinal, key, object, offset, bytes, durationS, ...values.map(toJson)])}\n`;

type Line = [number, string, string | null, number, number, number | null, ...ShardValue[]];

const fromLine = (line: string, columns: readonly Pick<ShardColumn, "type">[]): ListedSample => {
  const [ordinal, key, object, offset, bytes, durationS, ...values] = JSON.parse(line) as Line;
  const read = values.map((value, at) =>
    typeof value === "string" && columns[at]?.type === "integer" ? BigInt(value) : value,
  );
  return { ordinal, key, object, offset, bytes, durationS, values: read };
};

const unzip = promisify(gunzip);

interface ReadPart {
  readonly text: Buffer;
  /** Where each line begins, and the end of the last. */
  readonly starts: Uint32Array;
}

const readPart = async (storage: Pick<BucketStorage, "getObject">, key: string): Promise<ReadPart> => {
  const text = await unzip(await buffer(await storage.getObject(key)));
  const starts: number[] = [0];
  for (let at = text.indexOf(10); at >= 0; at = text.indexOf(10, at + 1)) starts.push(at + 1);
  return { text, starts: Uint32Array.from(starts) };
};

const linesOf = ({ text, starts }: ReadPart, first: number, count: number): string[] =>
  Array.from({ length: Math.max(0, Math.min(count, starts.length - 1 - first)) }, (_, at) =>
    text.toString("utf8", starts[first + at], (starts[first + at + 1] ?? 1) - 1),
  );

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
      columns: readonly Pick<ShardColumn, "type">[],
      { part, firstRow, count }: ListSlice,
    ): Promise<ListedSample[]> =>
      linesOf(await open(itemListKey(folder, part)), firstRow, count).map((line) => fromLine(line, columns)),
  };
};

export type ItemLists = ReturnType<typeof openItemLists>;

/** All samples of a package in order, one part of the list at a time. */
export async function* readItemList(
  storage: Pick<BucketStorage, "getObject" | "listObjects">,
  { folder, columns }: { readonly folder: string; readonly columns: readonly Pick<ShardColumn, "type">[] },
): AsyncGenerator<ListedSample[]> {
  const prefix = itemListKey(folder, 0).replace(/[^/]+$/, "");
  let after: string | undefined;
  for (;;) {
    const objects = await storage.listObjects(prefix, { after, limit: 100 });
    for (const { key } of objects) {
      const part = await readPart(storage, key);
      yield linesOf(part, 0, part.starts.length - 1).map((line) => fromLine(line, columns));
    }
    after = objects.at(-1)?.key;
    if (after === undefined) return;
  }
}
