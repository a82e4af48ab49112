import { createHash } from "node:crypto";
import type { Db } from "../../../platform/db/database.ts";
import type { BucketStorage } from "../../../platform/s3/object-storage.ts";
import { findPackage } from "../package.store.ts";
import { listWrittenShards, type WrittenShardRow } from "./finish.store.ts";

export interface VerifyDeps {
  readonly db: Db;
  readonly storage: Pick<BucketStorage, "headObject" | "getObject">;
}

export interface ShardRange {
  readonly packageId: string;
  readonly from: number;
  readonly count: number;
}

/** Reads shards back and compares them with what was registered. Returns what is wrong with the first bad one. */
export const verifyShards = async (
  { db, storage }: VerifyDeps,
  { packageId, from, count }: ShardRange,
  signal: AbortSignal,
): Promise<string | null> => {
  const made = await findPackage(db, packageId);
  if (!made) return null;
  const shards = (await listWrittenShards(db, packageId, from - 1, count)).filter(({ shard }) => shard < from + count);
  for (const shard of shards) {
    signal.throwIfAborted();
    const fault = await verifyShard(storage, made.folder, shard, signal);
    if (fault !== undefined) return `${shard.name} ${fault}`;
  }
  return null;
};

const verifyShard = async (
  storage: VerifyDeps["storage"],
  folder: string,
  { name, bytes, sha256 }: WrittenShardRow,
  signal: AbortSignal,
): Promise<string | undefined> => {
  const found = await storage.headObject(folder + name);
  if (!found) return "is not in storage any more";
  if (found.sizeBytes !== bytes) return `has ${found.sizeBytes} bytes where ${bytes} were written`;
  const hash = createHash("sha256");
  for await (const chunk of await storage.getObject(folder + name, { signal })) hash.update(chunk as Buffer);
  return hash.digest("hex") === sha256 ? undefined : "has other bytes than were written";
};
