import type { ByteSource } from "../../byte-source.ts";
import { FormatFault } from "../../format-fault.ts";
import { folderOf } from "../../safe-name.ts";
import { IndexBuilder } from "./index-builder.ts";
import { IndexSplitter } from "./index-splitter.ts";
import type { MdsIndex } from "./mds-index.ts";
import { asObject, checkVersion } from "./shard-entry.ts";

const MIB = 1_048_576;
const DEFAULTS = { maxBytes: 1024 * MIB, maxShards: 2_000_000, chunkBytes: 4 * MIB };
const MAX_ENTRY_BYTES = MIB;

export interface OpenIndexOptions {
  readonly maxBytes?: number;
  readonly maxShards?: number;
  readonly chunkBytes?: number;
  readonly signal?: AbortSignal;
}

/** Reads an object sequentially and prefetches the next piece while one is processed. */
const readPieces = async (
  source: ByteSource,
  object: string,
  sizeBytes: number,
  { chunkBytes, signal }: { chunkBytes: number; signal: AbortSignal | undefined },
  take: (piece: Uint8Array) => void,
): Promise<void> => {
  const ask = (begin: number) => source.read(object, begin, Math.min(begin + chunkBytes, sizeBytes), signal);
  let next = sizeBytes > 0 ? ask(0) : undefined;
  try {
    for (let begin = chunkBytes; next !== undefined; begin += chunkBytes) {
      const piece = await next;
      next = begin < sizeBytes ? ask(begin) : undefined;
      take(piece);
    }
  } finally {
    await Promise.allSettled([next]);
  }
};

/** Adds the shard number to a fault. */
const locate = (error: unknown, shard: number, at: number): unknown =>
  error instanceof FormatFault ? new FormatFault(error.kind, `shard ${shard}: ${error.message}`, at) : error;

/** Opens an index of MDS, JSON or CSV shards. Names in it are resolved to objects in the folder of the index. */
export const openMdsIndex = async (
  source: ByteSource,
  object: string,
  options: OpenIndexOptions = {},
): Promise<MdsIndex> => {
  const { maxBytes, maxShards, chunkBytes } = { ...DEFAULTS, ...options };
  const sizeBytes = await source.size(object, options.signal);
  if (sizeBytes === undefined) throw new FormatFault("missing", `there is no ${object}`);
  if (sizeBytes > maxBytes)
    throw new FormatFault("too_large", `the index has ${sizeBytes} bytes; the limit is ${maxBytes}`);
  const builder = new IndexBuilder(folderOf(object), maxShards);
  let version: unknown;
  const splitter = new IndexSplitter(
    {
      shard: (entry, at) => {
        try {
          builder.add(asObject(entry, "a shard is not an object"));
        } catch (error) {
          throw locate(error, builder.shardCount, at);
        }
      },
      field: (name, value) => {
        if (name === "version") version = value;
      },
    },
    MAX_ENTRY_BYTES,
  );
  await readPieces(source, object, sizeBytes, { chunkBytes, signal: options.signal }, (piece) => splitter.push(piece));
  splitter.finish();
  checkVersion(version);
  return builder.done();
};
