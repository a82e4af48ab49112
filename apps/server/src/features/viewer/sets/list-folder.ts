import { FormatFault } from "@dailies/formats/format-fault";
import type { BucketReader, StoredObject } from "../../storage/index.ts";

const MAX_NAMED = 12;
/** A hundred thousand shards with one companion file each, and some margin. */
const MAX_OBJECTS = 250_000;

/** Describes the contents of a folder, for an error message. */
export const describeFolder = async (
  bucketReader: BucketReader,
  folder: string,
  signal?: AbortSignal,
): Promise<string> => {
  const { folders, objects, isTruncated } = await bucketReader.browse(folder, { limit: 1_000, signal });
  const names = [...folders, ...objects.map(({ key }) => key)].map((key) => key.slice(folder.length)).filter(Boolean);
  if (names.length === 0) return "nothing lies there";
  const rest = names.length - MAX_NAMED;
  const more = isTruncated ? " and many more" : ` and ${rest} more`;
  return `there are ${names.slice(0, MAX_NAMED).join(", ")}${rest > 0 || isTruncated ? more : ""}`;
};

/** All objects under a folder, in key order. */
export const listAll = async (
  bucketReader: BucketReader,
  prefix: string,
  signal?: AbortSignal,
): Promise<StoredObject[]> => {
  const all: StoredObject[] = [];
  let after: string | undefined;
  for (;;) {
    const { objects, isTruncated } = await bucketReader.list(prefix, { after, limit: 1_000, signal });
    all.push(...objects);
    if (!isTruncated || objects.length === 0) return all;
    if (all.length > MAX_OBJECTS) throw new FormatFault("too_large", `more than ${MAX_OBJECTS} files lie there`);
    after = objects.at(-1)?.key;
  }
};
