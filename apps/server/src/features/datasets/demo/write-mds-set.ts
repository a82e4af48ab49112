import { createHash } from "node:crypto";
import { zstdCompressSync } from "node:zlib";
import { writeMds } from "@dailies/formats/mds/write-mds";
import { type DemoItem, metadataOf } from "./demo-media.ts";
import { EMBEDDING_SIZE } from "./demo-samples.rules.ts";
import type { DemoFile } from "./demo-storage.ts";

const COLUMNS = {
  aesthetic: "float32",
  caption: "str",
  embedding: `ndarray:float32:${EMBEDDING_SIZE}`,
  id: "str",
  licence: "str",
  meta: "json",
  motion: "float64",
  scene_id: "int32",
  source: "str",
  video: "bytes",
} as const;

const toSample = (item: DemoItem) => ({
  aesthetic: item.aesthetic,
  caption: item.caption,
  embedding: { type: "float32", shape: [EMBEDDING_SIZE], values: item.embedding } as const,
  id: item.key,
  licence: item.licence,
  meta: { json: { camera_move: item.cameraMove, has_text: item.hasText } },
  motion: metadataOf(item).motion,
  scene_id: item.sceneId,
  source: item.source,
  video: item.bytes,
});

const MOST_SHARD_BYTES = 4 * 1_048_576;

/** Chooses a shard size that yields several shards, however few samples there are. */
const shardBytes = (items: readonly DemoItem[], shards: number): number => {
  const total = items.reduce((sum, { bytes }) => sum + bytes.length, 0);
  return Math.max(65_536, Math.min(MOST_SHARD_BYTES, Math.ceil(total / shards)));
};
const hash = (algorithm: string, bytes: Uint8Array): string => createHash(algorithm).update(bytes).digest("hex");

/** Uncompressed shards for streaming: any sample takes two reads. */
export const writePlainMds = (items: readonly DemoItem[]): AsyncIterable<DemoFile> =>
  writeMds(items.map(toSample), { columns: COLUMNS, sizeLimitBytes: shardBytes(items, 6), hashes: ["sha1"], hash });

/** The same compressed, where one sample requires the whole shard. */
export const writeZstdMds = (items: readonly DemoItem[]): AsyncIterable<DemoFile> =>
  writeMds(items.map(toSample), {
    columns: COLUMNS,
    sizeLimitBytes: shardBytes(items, 4),
    hashes: ["sha1"],
    hash,
    compression: "zstd:3",
    deflate: zstdCompressSync,
  });

/** The second shard is truncated, as after an aborted copy. */
export async function* writeBrokenMds(items: readonly DemoItem[]): AsyncGenerator<DemoFile> {
  const options = { columns: COLUMNS, sizeLimitBytes: shardBytes(items, 4) };
  for await (const file of writeMds(items.map(toSample), options)) {
    const isCut = file.name === "shard.00001.mds";
    yield isCut ? { ...file, bytes: file.bytes.subarray(0, Math.floor(file.bytes.length * 0.6)) } : file;
  }
}
