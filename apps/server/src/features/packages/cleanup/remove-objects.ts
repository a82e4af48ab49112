import type { Clock } from "../../../platform/clock.ts";
import type { Db } from "../../../platform/db/database.ts";
import type { BucketStorage } from "../../../platform/s3/object-storage.ts";
import { findRemovablePackage, markObjectsRemoved, type RemovablePackage } from "./removable-package.store.ts";

export interface RemovalDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly storage: Pick<BucketStorage, "listObjects" | "deleteObjects" | "listOpenUploads" | "abortMultipart">;
}

const AT_ONCE = 1_000;

/** Removes some objects and open uploads of a package. Returns false when there are none. */
const removeSome = async ({ storage }: RemovalDeps, { folder }: RemovablePackage): Promise<boolean> => {
  const objects = await storage.listObjects(folder, { limit: AT_ONCE });
  await storage.deleteObjects(objects.map(({ key }) => key));
  const uploads = await storage.listOpenUploads(folder, { limit: AT_ONCE });
  for (const { key, uploadId } of uploads) await storage.abortMultipart(key, uploadId);
  return objects.length + uploads.length > 0;
};

/**
 * Removes all objects of a package that failed, was cancelled or deleted. `isLast` says that no worker can be writing to it
 * any more, so that it needs no further look.
 */
export const removePackageObjects = async (
  deps: RemovalDeps,
  { packageId, isLast }: { readonly packageId: string; readonly isLast: boolean },
  signal: AbortSignal,
): Promise<void> => {
  const found = await findRemovablePackage(deps.db, packageId);
  if (!found) return;
  while (await removeSome(deps, found)) signal.throwIfAborted();
  if (isLast) await markObjectsRemoved(deps.db, packageId, deps.clock());
};
