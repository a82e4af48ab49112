import { createHash } from "node:crypto";
import { Readable } from "node:stream";
import { createBrotliCompress, createGzip, createZstdCompress } from "node:zlib";
import type { LeftOutReason, PackageCompression } from "@dailies/contract";
import { FormatFault, type FormatFaultKind } from "@dailies/formats/format-fault";
import type { ClosedShard, ShardColumn, ShardValue, ShardWriter } from "@dailies/formats/shard-writer";
import { DomainError } from "../../../errors.ts";
import type { Clock } from "../../../platform/clock.ts";
import type { Db } from "../../../platform/db/database.ts";
import type { BucketStorage } from "../../../platform/s3/object-storage.ts";
import { withScratchFolder } from "../../assets/index.ts";
import { getItemVersion } from "../../datasets/index.ts";
import type { BucketReaders } from "../../storage/index.ts";
import { findPackage, type PackageRecord } from "../package.store.ts";
import { isUnfinished } from "../package-state.store.ts";
import type { ItemLists, ListedSample } from "../planning/item-list.ts";
import type { LeftOutItem } from "../planning/plan.store.ts";
import { type ReadSample, readClips } from "./read-clips.ts";
import { findShard, registerShard, type ShardFile, type ShardSlice } from "./shard.store.ts";
import { compressedName, shardFormatOf, shardName } from "./shard-formats.ts";
import { Spool } from "./spool.ts";

export interface WriteShardDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly bucketReaders: BucketReaders;
  readonly storage: BucketStorage;
  readonly lists: ItemLists;
  /** On a local disk, for the body of a shard until its beginning is known. */
  readonly scratchRoot: string;
}

interface Copied {
  readonly closed: ClosedShard;
  readonly leftOut: readonly LeftOutItem[];
  readonly durationS: number;
}

/**
 * Copies the samples of one shard and stores it under the name of its content. Idempotent: a shard is registered once, and
 * a second try of one that is registered does nothing. Returns false when nobody waits for the package any more.
 */
export const writeShard = async (
  deps: WriteShardDeps,
  { packageId, shard }: { readonly packageId: string; readonly shard: number },
  signal: AbortSignal,
): Promise<boolean> => {
  const startedMs = performance.now();
  const [made, slice] = await Promise.all([findPackage(deps.db, packageId), findShard(deps.db, packageId, shard)]);
  if (made?.status !== "Running" || !slice) return false;
  if (slice.isWritten) return true;
  const columns = made.columns ?? [];
  const samples = await deps.lists.readSlice(made.folder, columns, slice);
  if (samples.length !== slice.count) throw new DomainError("conflict", "the item list of this package was changed");
  // The next worker on this machine removes the folder of one that was killed.
  return withScratchFolder(deps.scratchRoot, slice.bytesPlanned, async (folder) => {
    const spool = await Spool.open(folder);
    try {
      const copied = await copySamples(deps, made, { samples, columns, spool }, signal);
      if (!(await isUnfinished(deps.db, packageId))) return false;
      const file = await storeShard(deps, made, { slice, copied, spool });
      const tookMs = Math.round(performance.now() - startedMs);
      return await settle(deps, made, { slice, copied, file, tookMs });
    } finally {
      await spool.close();
    }
  });
};

interface CopyInput {
  readonly samples: readonly ListedSample[];
  readonly columns: readonly ShardColumn[];
  readonly spool: Spool;
}

const copySamples = async (
  { db, bucketReaders }: WriteShardDeps,
  { datasetId, version, settings }: PackageRecord,
  { samples, columns, spool }: CopyInput,
  signal: AbortSignal,
): Promise<Copied> => {
  const source = await getItemVersion({ db }, datasetId, version);
  const reader = await bucketReaders.openProfile(source.profileId);
  const writer = shardFormatOf(settings, columns).openShard();
  const leftOut: LeftOutItem[] = [];
  let durationS = 0;
  for await (const read of readClips(reader, samples, signal)) {
    const fault = await copySample(writer, spool, columns, read);
    const { ordinal, key } = read.sample;
    if (fault) leftOut.push({ ordinal, key, reason: reasonOf(fault), detail: fault.message });
    else durationS += read.sample.durationS ?? 0;
  }
  return { closed: writer.close(), leftOut, durationS };
};

/** Returns the fault of a sample that is left out. Everything else that goes wrong is thrown, to be tried again. */
const copySample = async (
  writer: ShardWriter,
  spool: Spool,
  columns: readonly ShardColumn[],
  { sample, clip }: ReadSample,
): Promise<FormatFault | undefined> => {
  if (clip instanceof FormatFault) return clip;
  const values = sample.values.map((value, at): ShardValue => (columns[at]?.type === "bytes" ? clip : value));
  const before = spool.bytes;
  try {
    for await (const piece of writer.write(sample.key, values)) await spool.write(piece);
    return undefined;
  } catch (error) {
    if (!(error instanceof FormatFault)) throw error;
    await spool.dropAfter(before);
    return error;
  }
};

const REASONS: Partial<Record<FormatFaultKind, LeftOutReason>> = {
  missing: "object_missing",
  truncated: "object_truncated",
  too_large: "too_large",
};

const reasonOf = ({ kind }: FormatFault): LeftOutReason => REASONS[kind] ?? "unreadable";

interface Measured {
  readonly bytes: number;
  readonly sha256: string;
}

async function* wholeShard(spool: Spool, { before, after }: ClosedShard): AsyncGenerator<Uint8Array> {
  if (before.length > 0) yield before;
  yield* spool.read();
  if (after.length > 0) yield after;
}

const measure = async (pieces: AsyncIterable<Uint8Array>): Promise<Measured> => {
  const hash = createHash("sha256");
  let bytes = 0;
  for await (const piece of pieces) {
    hash.update(piece);
    bytes += piece.length;
  }
  return { bytes, sha256: hash.digest("hex") };
};

const compressorOf = (compression: Exclude<PackageCompression, "none">) => {
  if (compression === "zstd") return createZstdCompress();
  return compression === "gz" ? createGzip({ level: 9 }) : createBrotliCompress();
};

const compress = (pieces: AsyncIterable<Uint8Array>, compression: PackageCompression): AsyncIterable<Uint8Array> =>
  compression === "none"
    ? pieces
    : Readable.from(pieces, { objectMode: false }).compose(compressorOf(compression) as never);

interface StoreInput {
  readonly slice: ShardSlice;
  readonly copied: Copied;
  readonly spool: Spool;
}

/** The name has the hash of the content, so the bytes are read twice: first for the name. Undefined without samples. */
const storeShard = async (
  { storage }: Pick<WriteShardDeps, "storage">,
  { folder, format, settings: { compression } }: PackageRecord,
  { slice, copied: { closed }, spool }: StoreInput,
): Promise<ShardFile | undefined> => {
  if (closed.samples === 0) return undefined;
  const raw = await measure(wholeShard(spool, closed));
  const stored = compression === "none" ? raw : await measure(compress(wholeShard(spool, closed), compression));
  const name = compressedName(shardName(format, slice.shard, stored.sha256), compression);
  const body = Readable.from(compress(wholeShard(spool, closed), compression), { objectMode: false });
  await storage.putStream(folder + name, body, { contentType: "application/octet-stream" });
  const entry = compression === "none" ? null : { name: shardName(format, slice.shard, raw.sha256), ...raw };
  return { name, ...stored, raw: entry };
};

interface SettleInput {
  readonly slice: ShardSlice;
  readonly copied: Copied;
  readonly file: ShardFile | undefined;
  readonly tookMs: number;
}

/** Registers the shard. An object that lost the race, or that nobody waits for, is removed. */
const settle = async (
  { db, clock, storage }: WriteShardDeps,
  { id, folder }: PackageRecord,
  { slice, copied: { closed, leftOut, durationS }, file, tookMs }: SettleInput,
): Promise<boolean> => {
  const written = { file, samples: closed.samples, durationS, leftOut, tookMs, at: clock() };
  const outcome = await registerShard(db, { packageId: id, shard: slice.shard }, written);
  if (outcome === "registered") return true;
  const kept = outcome === "over" ? undefined : (await findShard(db, id, slice.shard))?.name;
  if (file && kept !== file.name) await storage.deleteObjects([folder + file.name]);
  return outcome === "written";
};
