import { FormatFault } from "../format-fault.ts";
import { folderOf, safeName } from "../safe-name.ts";

/** The folder that a table's paths refer to. */
export interface FolderListing {
  /** Prefix of the dataset, with a trailing slash; empty at the root of the bucket. */
  readonly root: string;
  /** Whether the object exists. Without it every name inside the folder is assumed to exist. */
  readonly has?: (object: string) => boolean;
}

const withoutScheme = (path: string): string => path.replace(/^[a-z][a-z0-9+.-]{0,15}:\/\/[^/]*\//i, "/");

/** `/data/run3/clips/a.mp4` was valid on the machine that wrote it; here its tail may be: `clips/a.mp4`. */
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
 * Resolves a row's path to an object: relative to its table, relative to the root of the dataset, or by its tail. Undefined
 * when the path leads outside.
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
