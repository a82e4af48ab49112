/** One version of an object, as a listing of its bucket and its copy know it. */
export interface ObjectVersion {
  readonly bucket: string;
  readonly key: string;
  readonly etag: string;
  readonly sizeBytes: number;
  readonly contentType: string;
  /** By the clock of the storage. */
  readonly modifiedMs: number;
}

export type ObjectName = Pick<ObjectVersion, "bucket" | "key">;

/** What one listing of all objects found to have changed since the one before. */
export interface BackupPass {
  /** By the clock of the database, before the listing began. */
  readonly momentMs: number;
  readonly finishedMs: number;
  readonly changed: readonly ObjectVersion[];
  readonly removed: readonly ObjectName[];
}

export type Inventory = ReadonlyMap<string, ObjectVersion>;

export const idOf = ({ bucket, key }: ObjectName): string => `${bucket}/${key}`;

/** What the last of these passes saw. */
export const latestInventory = (passes: Iterable<BackupPass>): Map<string, ObjectVersion> => {
  const inventory = new Map<string, ObjectVersion>();
  for (const { changed, removed } of passes) {
    for (const version of changed) inventory.set(idOf(version), version);
    for (const name of removed) inventory.delete(idOf(name));
  }
  return inventory;
};

/**
 * The objects of a moment, from passes in the order of their moments up to the first that began at the moment or later. An
 * object that was removed while such a pass was listing may have existed at the moment, so it is kept: one too many is deleted
 * by the sweep of orphans, one too few is lost.
 */
export const inventoryAt = (passes: Iterable<BackupPass>, momentMs: number): Map<string, ObjectVersion> => {
  const inventory = new Map<string, ObjectVersion>();
  for (const pass of passes) {
    for (const version of pass.changed) {
      if (version.modifiedMs <= momentMs) inventory.set(idOf(version), version);
    }
    if (pass.finishedMs <= momentMs) for (const name of pass.removed) inventory.delete(idOf(name));
    if (pass.momentMs >= momentMs) break;
  }
  return inventory;
};
