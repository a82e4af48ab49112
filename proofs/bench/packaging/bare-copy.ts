// What any program has to do to write the same shards: read the same ranges and store them, with the same parallelism.
import { buffer } from "node:stream/consumers";
import type { BucketStorage } from "../../../apps/server/src/platform/s3/object-storage.ts";

export interface Range {
  readonly object: string;
  readonly offset: number;
  readonly bytes: number;
}

export interface Parallelism {
  readonly shards: number;
  /** Ranges of one shard that are read at the same time. */
  readonly ranges: number;
}

/** Results in order, with at most `atOnce` calls under way. */
const inParallel = async <T, R>(
  items: readonly T[],
  atOnce: number,
  act: (item: T, at: number) => Promise<R>,
): Promise<R[]> => {
  const results: R[] = [];
  let next = 0;
  const run = async (): Promise<void> => {
    while (next < items.length) {
      const at = next++;
      results[at] = await act(items[at] as T, at);
    }
  };
  await Promise.all(Array.from({ length: Math.min(atOnce, items.length) }, run));
  return results;
};

/** Returns the bytes that were copied. */
export const copyBare = async (
  storage: BucketStorage,
  folder: string,
  shards: readonly (readonly Range[])[],
  { shards: shardsAtOnce, ranges: rangesAtOnce }: Parallelism,
): Promise<number> => {
  const sizes = await inParallel(shards, shardsAtOnce, async (ranges, shard) => {
    const parts = await inParallel(ranges, rangesAtOnce, async ({ object, offset, bytes }) =>
      buffer(await storage.getObject(object, { fromByte: offset, toByte: offset + bytes - 1 })),
    );
    const body = Buffer.concat(parts);
    await storage.putObject(`${folder}${shard}.bin`, body, { contentType: "application/octet-stream" });
    return body.length;
  });
  return sizes.reduce((sum, bytes) => sum + bytes, 0);
};
