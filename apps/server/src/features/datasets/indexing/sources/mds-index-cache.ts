import type { MdsIndex } from "@dailies/formats/mds/index/mds-index";
import { openMdsIndex } from "@dailies/formats/mds/index/open-index";
import { DomainError } from "../../../../errors.ts";
import type { BucketReader } from "../../../storage/index.ts";

/** Every part of a dataset needs the index; the largest ones take 10 MB. */
const MAX_KEPT = 4;

const kept = new Map<string, Promise<MdsIndex>>();

/** Caches the index by etag. */
export const openKeptIndex = async (
  bucketReader: BucketReader,
  key: string,
  signal: AbortSignal,
): Promise<MdsIndex> => {
  const found = await bucketReader.describe(key, signal);
  if (!found) throw new DomainError("not_found", `there is no ${key.slice(key.lastIndexOf("/") + 1)} in this folder`);
  const name = `${bucketReader.profileId}/${key}/${found.etag}`;
  const index = kept.get(name) ?? openMdsIndex(bucketReader, key, { signal });
  kept.delete(name);
  kept.set(name, index);
  index.catch(() => kept.delete(name));
  for (const oldest of kept.keys()) if (kept.size > MAX_KEPT) kept.delete(oldest);
  return index;
};
