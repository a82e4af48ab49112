import { buffer } from "node:stream/consumers";
import { z } from "zod";
import type { BucketStorage } from "../../../platform/s3/object-storage.ts";
import { doneFolder, doneKey, outputFolder, partOfDoneKey } from "../object-keys.ts";

type Storage = Pick<BucketStorage, "listObjects" | "getObject">;

const PAGE = 1_000;
const READS_AT_ONCE = 16;

/** All objects of a folder, by key. */
const listFolder = async (
  { listObjects }: Pick<Storage, "listObjects">,
  folder: string,
): Promise<Map<string, number>> => {
  const sizes = new Map<string, number>();
  let after: string | undefined;
  for (;;) {
    const objects = await listObjects(folder, { after, limit: PAGE });
    for (const { key, sizeBytes } of objects) sizes.set(key, sizeBytes);
    after = objects.at(-1)?.key;
    if (objects.length < PAGE) return sizes;
  }
};

/** The numbers of the parts that are done. */
export const listDoneParts = async (storage: Pick<Storage, "listObjects">, runId: string): Promise<Set<number>> => {
  const keys = (await listFolder(storage, doneFolder(runId))).keys();
  return new Set([...keys].flatMap((key) => partOfDoneKey(key) ?? []));
};

/** Sizes of the files that the job wrote, by their keys. */
export const listOutput = (storage: Pick<Storage, "listObjects">, runId: string): Promise<Map<string, number>> =>
  listFolder(storage, outputFolder(runId));

const count = z.int().min(0);
const donePart = z.object({
  part: count,
  /** The number of the attempt that did it. */
  attempt: count,
  items: count,
  rows: count,
  failed: count,
  bytes: count,
  seconds: z.number().min(0).max(10_000_000),
});
export type DonePart = z.output<typeof donePart>;

const MAX_MARKER_BYTES = 10_000;

const readMarker = async (storage: Storage, key: string): Promise<DonePart | undefined> => {
  const bytes = await buffer(await storage.getObject(key, { toByte: MAX_MARKER_BYTES }));
  try {
    return donePart.safeParse(JSON.parse(bytes.toString("utf8"))).data;
  } catch (error) {
    // The job runs where others may write: what is no marker is none.
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
};

/** What the markers say; those that cannot be read are left out. */
export const readDoneParts = async (storage: Storage, runId: string): Promise<Map<number, DonePart>> => {
  const numbers = [...(await listDoneParts(storage, runId))];
  const found = new Map<number, DonePart>();
  for (let at = 0; at < numbers.length; at += READS_AT_ONCE) {
    const some = numbers.slice(at, at + READS_AT_ONCE);
    const markers = await Promise.all(some.map((part) => readMarker(storage, doneKey(runId, part))));
    for (const [index, marker] of markers.entries())
      if (marker && marker.part === some[index]) found.set(marker.part, marker);
  }
  return found;
};
