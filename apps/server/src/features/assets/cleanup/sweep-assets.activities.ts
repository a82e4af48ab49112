import type { Clock } from "../../../platform/clock.ts";
import type { Db } from "../../../platform/db/database.ts";
import type { Log } from "../../../platform/observability/log.ts";
import type { ObjectStorage } from "../../../platform/s3/object-storage.ts";
import type { OpenUpload } from "../../../platform/s3/object-storage-multipart.ts";
import { auditActor, systemContext } from "../../../request-context.ts";
import { recordOperation } from "../../operation-log/index.ts";
import { ownsBucket } from "../bucket-owner.ts";
import { clearUpload, removeUnfinished, type UploadRef } from "../uploads/abort-upload.ts";
import { purgeAssets } from "./purge-assets.ts";
import { ORPHAN_AFTER_MS, PURGE_AFTER_MS, prefixesOfHour } from "./sweep-assets.rules.ts";
import { listExpiredUploads, listUnknownKeys, listUnknownUploadIds } from "./sweep-assets.store.ts";

export const SWEEP_BATCH_ROWS = 100;
const LOOK_AT_ONCE = 1_000;

export interface SweepAssetsDeps {
  readonly db: Db;
  readonly storage: ObjectStorage;
  readonly clock: Clock;
  readonly log: Log;
}

export const sweepAssetsActivities = (deps: SweepAssetsDeps) => ({
  /** Returns false when there is no further batch. */
  async expireUploadsBatch(): Promise<boolean> {
    const expired = await listExpiredUploads(deps.db, deps.clock(), SWEEP_BATCH_ROWS);
    for (const upload of expired) await expireUpload(deps, upload);
    return expired.length === SWEEP_BATCH_ROWS;
  },

  async purgeAssetsBatch(): Promise<boolean> {
    const deletedBefore = new Date(deps.clock().getTime() - PURGE_AFTER_MS);
    return (await purgeAssets(deps, deletedBefore, SWEEP_BATCH_ROWS)) === SWEEP_BATCH_ROWS;
  },

  /** Returns the prefixes to search for orphans; none when another installation owns the bucket. */
  async planObjectSweep(): Promise<string[]> {
    if (await ownsBucket(deps.db, deps.storage)) return prefixesOfHour(deps.clock());
    deps.log.warn(
      { bucket: deps.storage.bucket },
      "bucket belongs to another installation: unknown objects are not deleted",
    );
    return [];
  },

  /** Deletes orphans in the next batch of objects. Returns the last key examined while there are more. */
  async sweepObjectsBatch({
    prefix,
    after,
  }: {
    prefix: string;
    after?: string | undefined;
  }): Promise<string | undefined> {
    const objects = await deps.storage.listObjects(prefix, { after, limit: LOOK_AT_ONCE });
    const old = objects.filter(({ modifiedAt }) => isOrphanAge(deps, modifiedAt)).map(({ key }) => key);
    const unknown = old.length === 0 ? [] : await listUnknownKeys(deps.db, old);
    if (unknown.length > 0) {
      await deps.storage.deleteObjects(unknown);
      deps.log.info({ prefix, removed: unknown.length }, "deleted unreferenced objects");
    }
    return objects.length === LOOK_AT_ONCE ? objects.at(-1)?.key : undefined;
  },

  /** Aborts multipart uploads that are open in storage and have no row. */
  async sweepOpenUploads({ prefix }: { prefix: string }): Promise<void> {
    let open: OpenUpload[] = [];
    do {
      open = await deps.storage.listOpenUploads(prefix, { after: open.at(-1), limit: LOOK_AT_ONCE });
      await abortUnknown(deps, open);
    } while (open.length === LOOK_AT_ONCE);
  },
});

export type SweepAssetsActivities = ReturnType<typeof sweepAssetsActivities>;

const isOrphanAge = ({ clock }: SweepAssetsDeps, since: Date): boolean =>
  since.getTime() < clock().getTime() - ORPHAN_AFTER_MS;

const expireUpload = async ({ db, storage, clock }: SweepAssetsDeps, upload: UploadRef): Promise<void> => {
  const at = clock();
  const removed = await db.transaction().execute(async (tx) => {
    const outcome = await removeUnfinished(tx, upload, at);
    if (outcome.outcome !== "removed") return undefined;
    await recordOperation(tx, auditActor(systemContext("sweep-assets", at)), {
      opType: "Expire_upload",
      subjects: [`asset:${upload.assetId}`],
      meta: { version: upload.version },
    });
    return outcome.row;
  });
  if (removed) await clearUpload(storage, removed);
};

const abortUnknown = async (deps: SweepAssetsDeps, open: readonly OpenUpload[]): Promise<void> => {
  const old = open.filter(({ startedAt }) => isOrphanAge(deps, startedAt));
  if (old.length === 0) return;
  const unknown = await listUnknownUploadIds(
    deps.db,
    old.map(({ uploadId }) => uploadId),
  );
  for (const { key, uploadId } of old) if (unknown.has(uploadId)) await deps.storage.abortMultipart(key, uploadId);
};
