import type { BucketReader } from "../../../storage/index.ts";
import { type Listing, listObjects } from "./list-objects.ts";

const KEPT_MS = 10 * 60_000;
const MAX_KEPT = 2;

interface Kept {
  readonly atMs: number;
  readonly listing: Promise<Listing>;
  sizes?: Promise<ReadonlyMap<string, number>>;
}

const kept = new Map<string, Kept>();

const nameOf = (bucketReader: BucketReader, folder: string): string => `${bucketReader.profileId}/${folder}`;

const listAnew = (bucketReader: BucketReader, folder: string, signal: AbortSignal): Kept => {
  const name = nameOf(bucketReader, folder);
  const entry: Kept = {
    atMs: performance.now(),
    listing: listObjects(bucketReader, folder, { isHasty: false, signal }),
  };
  kept.delete(name);
  kept.set(name, entry);
  entry.listing.catch(() => kept.delete(name));
  for (const oldest of kept.keys()) if (kept.size > MAX_KEPT) kept.delete(oldest);
  return entry;
};

/** Caches the object sizes of a folder: every part needs them, and listing is slow. */
export const keepSizes = async (
  bucketReader: BucketReader,
  folder: string,
  signal: AbortSignal,
): Promise<ReadonlyMap<string, number>> => {
  const known = kept.get(nameOf(bucketReader, folder));
  const entry = known && performance.now() - known.atMs < KEPT_MS ? known : listAnew(bucketReader, folder, signal);
  entry.sizes ??= entry.listing.then(({ objects }) => new Map(objects.map(({ key, bytes }) => [key, bytes])));
  return entry.sizes;
};

/** Planning bypasses the cache to see the folder as it is now. */
export const listNow = (
  bucketReader: BucketReader,
  folder: string,
  how: { readonly isHasty: boolean; readonly signal: AbortSignal },
): Promise<Listing> =>
  how.isHasty ? listObjects(bucketReader, folder, how) : listAnew(bucketReader, folder, how.signal).listing;
