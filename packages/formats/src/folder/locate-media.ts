import { FormatFault } from "../format-fault.ts";
import { folderOf, safeName } from "../safe-name.ts";

/** What is known of the folder that a table speaks of. */
export interface FolderListing {
  /** The folder of the dataset, with its last slash; empty at the root of the bucket. */
  readonly root: string;
  /** Whether there is such an object. Without it every name that stays inside is believed. */
  readonly has?: (object: string) => boolean;
}

const withoutScheme = (path: string): string => path.replace(/^[a-z][a-z0-9+.-]{0,15}:\/\/[^/]*\//i, "/");

/** `/data/run3/clips/a.mp4` was true on the machine that wrote it; here its tail may be: `clips/a.mp4`. */
const findByTail = (path: string, { root, has }: FolderListing): string | undefined => {
  const steps = withoutScheme(path)
    .split("/")
    .filter((step) => step !== "" && step !== ".");
  if (has === undefined || steps.includes("..") || steps.length > 64) return undefined;
  for (let from = 0; from < steps.length; from += 1) {
    const object = root + steps.slice(from).join("/");
    if (has(object)) return object;
  }
  return undefined;
};

const tryName = (path: string): string | undefined => {
  try {
    return safeName(path);
  } catch (error) {
    if (error instanceof FormatFault) return undefined;
    throw error;
  }
};

/**
 * The object that a row means by a path: beside its table, or from the root of the dataset, or by its tail. Undefined where
 * the path leads elsewhere.
 */
export const locateMedia = (path: string, table: string, listing: FolderListing): string | undefined => {
  const name = tryName(path);
  if (name === undefined) return findByTail(path, listing);
  const beside = folderOf(table) + name;
  if (!beside.startsWith(listing.root)) return undefined;
  if (listing.has === undefined || listing.has(beside)) return beside;
  const fromRoot = listing.root + name;
  return listing.has(fromRoot) ? fromRoot : (findByTail(path, listing) ?? beside);
};
