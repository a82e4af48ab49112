import { Readable } from "node:stream";
import { inLanes } from "../concurrency/in-lanes.ts";
import { type Inventory, idOf, type ObjectVersion } from "./inventory.rules.ts";
import { type BackupSource, listVersions } from "./listed-objects.ts";
import type { ObjectRepository } from "./object-repository.ts";
import { DamagedCopy } from "./sealed-copy.ts";

export interface RestoredObjects {
  readonly restored: number;
  readonly restoredBytes: number;
  /** Objects that are in storage as they were at the moment. */
  readonly unchanged: number;
  /** One sentence for each object that could not be restored. */
  readonly faults: readonly string[];
}

const OBJECTS_AT_ONCE = 16;

/**
 * Writes the objects of a moment that storage lacks or has otherwise. What was written later stays: the sweeps of the
 * installation delete what no row names. A copy that is damaged restores nothing, and the others are restored nevertheless.
 */
export const restoreObjects = async (
  { repository, sources }: { readonly repository: ObjectRepository; readonly sources: readonly BackupSource[] },
  momentMs: number,
): Promise<RestoredObjects> => {
  const inventory = await repository.inventoryAt(momentMs);
  const present = await listPresent(sources);
  const storages = new Map(sources.map(({ storage }) => [storage.bucket, storage]));
  const faults: string[] = [];
  let [restored, restoredBytes, unchanged] = [0, 0, 0];
  await inLanes(inventory.values(), OBJECTS_AT_ONCE, async (version) => {
    if (present.get(idOf(version)) === version.etag) {
      unchanged += 1;
      return;
    }
    const storage = storages.get(version.bucket);
    if (!storage) {
      faults.push(`${idOf(version)}: its bucket is not one of this installation`);
      return;
    }
    try {
      await restoreObject(repository, storage, version);
      restored += 1;
      restoredBytes += version.sizeBytes;
    } catch (error) {
      if (!(error instanceof DamagedCopy)) throw error;
      faults.push(`${idOf(version)}: ${error.message}`);
    }
  });
  return { restored, restoredBytes, unchanged, faults };
};

const listPresent = async (sources: readonly BackupSource[]): Promise<Map<string, string>> => {
  const present = new Map<string, string>();
  for (const source of sources) {
    for await (const page of listVersions(source)) for (const listed of page) present.set(idOf(listed), listed.etag);
  }
  return present;
};

const restoreObject = async (
  repository: ObjectRepository,
  storage: BackupSource["storage"],
  version: ObjectVersion,
): Promise<void> => {
  await storage.putStream(version.key, Readable.from(repository.read(version)), { contentType: version.contentType });
};

/** Reads every copy of the newest pass. Yields one sentence for each that is missing or damaged, and returns their number. */
export async function* checkCopies(repository: ObjectRepository): AsyncGenerator<string, number> {
  const inventory: Inventory = await repository.latest();
  for (const version of inventory.values()) {
    const fault = await faultOf(repository, version);
    if (fault !== undefined) yield `${idOf(version)}: ${fault}`;
  }
  return inventory.size;
}

const faultOf = async (repository: ObjectRepository, version: ObjectVersion): Promise<string | undefined> => {
  let bytes = 0;
  try {
    for await (const chunk of repository.read(version)) bytes += chunk.length;
  } catch (error) {
    if (error instanceof DamagedCopy) return error.message;
    throw error;
  }
  return bytes === version.sizeBytes ? undefined : `the copy has ${bytes} bytes instead of ${version.sizeBytes}`;
};
