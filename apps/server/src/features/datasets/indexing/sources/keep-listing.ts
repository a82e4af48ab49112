import type { Place } from "../../../storage/index.ts";
import { type Listing, listObjects } from "./list-objects.ts";

const KEPT_MS = 10 * 60_000;
const MAX_KEPT = 2;

interface Kept {
  readonly atMs: number;
  readonly listing: Promise<Listing>;
  sizes?: Promise<ReadonlyMap<string, number>>;
}

const kept = new Map<string, Kept>();

const nameOf = (place: Place, folder: string): string => `${place.profileId}/${folder}`;

const listAnew = (place: Place, folder: string, signal: AbortSignal): Kept => {
  const name = nameOf(place, folder);
  const entry: Kept = { atMs: performance.now(), listing: listObjects(place, folder, { isHasty: false, signal }) };
  kept.delete(name);
  kept.set(name, entry);
  entry.listing.catch(() => kept.delete(name));
  for (const oldest of kept.keys()) if (kept.size > MAX_KEPT) kept.delete(oldest);
  return entry;
};

/** The sizes of all objects of a folder: every part of it asks, and to list it takes long. */
export const keepSizes = async (
  place: Place,
  folder: string,
  signal: AbortSignal,
): Promise<ReadonlyMap<string, number>> => {
  const known = kept.get(nameOf(place, folder));
  const entry = known && performance.now() - known.atMs < KEPT_MS ? known : listAnew(place, folder, signal);
  entry.sizes ??= entry.listing.then(({ objects }) => new Map(objects.map(({ key, bytes }) => [key, bytes])));
  return entry.sizes;
};

/** A plan sees the folder as it is now. */
export const listNow = (
  place: Place,
  folder: string,
  how: { readonly isHasty: boolean; readonly signal: AbortSignal },
): Promise<Listing> => (how.isHasty ? listObjects(place, folder, how) : listAnew(place, folder, how.signal).listing);
