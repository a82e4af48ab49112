// What any program has to do to write the same shards: read the same ranges and store them, with the same parallelism.
import { buffer } from "node:stream/consumers";
import { inOrder } from "../../../apps/server/src/features/datasets/indexing/rows/in-order.ts";
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

/** Returns the bytes that were copied. */
export const copyBare = async (
  storage: BucketStorage,
  folder: string,
  shards: readonly (readonly Range[])[],
  { shards: shardsAtOnce, ranges: rangesAtOnce }: Parallelism,
): Promise<number> => {
  const readRange = async ({ object, offset, bytes }: Range): Promise<Buffer> =>
    buffer(await storage.getObject(object, { fromByte: offset, toByte: offset + bytes - 1 }));
  const copyShard = async ([shard, ranges]: readonly [number, readonly Range[]]): Promise<number> => {
    const parts: Buffer[] = [];
    for await (const part of inOrder(ranges, rangesAtOnce, readRange)) parts.push(part);
    const body = Buffer.concat(parts);
    await storage.putObject(`${folder}${shard}.bin`, body, { contentType: "application/octet-stream" });
    return body.length;
  };
  let bytes = 0;
  for await (const copied of inOrder(shards.entries(), shardsAtOnce, copyShard)) bytes += copied;
  return bytes;
};
