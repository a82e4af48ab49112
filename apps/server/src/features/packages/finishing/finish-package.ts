import { createHash } from "node:crypto";
import { Readable } from "node:stream";
import { DomainError } from "../../../errors.ts";
import type { Clock } from "../../../platform/clock.ts";
import type { Db } from "../../../platform/db/database.ts";
import type { BucketStorage } from "../../../platform/s3/object-storage.ts";
import { systemContext } from "../../../request-context.ts";
import { VERSION } from "../../../version.ts";
import { type OpenedStorage, provisionFolderProfile } from "../../storage/index.ts";
import { changeAnnounced } from "../announce-package.ts";
import { PACKAGES_FOLDER } from "../package.rules.ts";
import { findPackage } from "../package.store.ts";
import { folderUri } from "../records/package.dto.ts";
import { writeRecordFiles } from "../records/write-record-files.ts";
import { beginVerifying, countShards, readWrittenShards, setReady } from "./finish.store.ts";
import { indexKey, openedFolder, writeIndex } from "./write-index.ts";

export interface FinishDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly storage: BucketStorage;
  readonly stores: OpenedStorage;
  /** Of this server, for the manifest. */
  readonly commit: string;
}

/** Fixed, so that a profile that an administrator deleted is not registered again. */
const PROFILE_KEY = "01900000-0000-7000-8000-00000bacca9e";

/** Checks that every planned sample is in a shard or left out. Returns the number of shards; 0 when it is over. */
export const closePackage = async ({ db }: Pick<FinishDeps, "db">, packageId: string): Promise<number> => {
  const made = await findPackage(db, packageId);
  if (made?.status !== "Running" && made?.status !== "Verifying") return 0;
  const { shards, waiting, samples, leftOut } = await countShards(db, packageId);
  const isWhole = waiting === 0 && shards === made.shardsTotal && samples + leftOut === made.samplesTotal;
  if (!isWhole || samples !== made.samplesDone || shards !== made.shardsDone)
    throw new DomainError("conflict", "the shards of this package do not add up to its plan");
  if (samples === 0) throw new DomainError("invalid", "no sample of this package could be read from its source");
  return (await changeAnnounced(db, packageId, (tx) => beginVerifying(tx, packageId))) ? shards : 0;
};

const describeContent = async (db: Db, packageId: string): Promise<{ contentSha256: string; durationS: number }> => {
  const hash = createHash("sha256");
  let durationS = 0;
  for await (const shard of readWrittenShards(db, packageId)) {
    hash.update(`${shard.sha256}\n`);
    durationS += shard.durationS;
  }
  return { contentSha256: hash.digest("hex"), durationS };
};

/** Makes the folder of packages readable, unless a profile covers it already. */
const coverFolder = async ({ stores, clock }: FinishDeps, uri: string): Promise<void> => {
  try {
    await stores.bucketReaders.resolve(uri);
  } catch (error) {
    if (!(error instanceof DomainError) || error.code !== "not_found") throw error;
    const profile = { name: "Packages of this console", prefix: PACKAGES_FOLDER, requestKey: PROFILE_KEY };
    await provisionFolderProfile(stores, systemContext("packages", clock()), profile);
  }
};

/** Writes the record files and, as the very last object, the index: nothing opens a package that is not whole. */
export const finishPackage = async (deps: FinishDeps, packageId: string): Promise<void> => {
  const { db, storage, clock, commit } = deps;
  const made = await findPackage(db, packageId);
  if (made?.status !== "Verifying") return;
  const uri = folderUri(deps, openedFolder(made));
  const content = await describeContent(db, packageId);
  await writeRecordFiles(deps, made, {
    ...content,
    uri: folderUri(deps, made.folder),
    code: { version: VERSION, commit },
  });
  await coverFolder(deps, uri);
  const index = writeIndex(made, readWrittenShards(db, packageId));
  await storage.putStream(indexKey(made), Readable.from(index, { objectMode: false }), {
    contentType: made.format === "Lance" ? "application/octet-stream" : "application/json",
  });
  const isReady = await changeAnnounced(db, packageId, (tx) =>
    setReady(tx, packageId, { ...content, uri, at: clock() }),
  );
  if (!isReady) await storage.deleteObjects([indexKey(made)]);
};
