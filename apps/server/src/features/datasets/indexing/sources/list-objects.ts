import { DomainError } from "../../../../errors.ts";
import type { BucketReader, StoredObject } from "../../../storage/index.ts";

const HASTY_PAGES = 5;
/** One million shards; larger datasets must be registered in pieces. */
const MAX_PAGES = 1_000;

export interface Listing {
  readonly objects: readonly StoredObject[];
  readonly isWhole: boolean;
}

/** Lists all objects below a folder, without folder markers. */
export const listObjects = async (
  bucketReader: BucketReader,
  folder: string,
  { isHasty, signal }: { readonly isHasty: boolean; readonly signal: AbortSignal },
): Promise<Listing> => {
  const objects: StoredObject[] = [];
  let after: string | undefined;
  for (let page = 0; page < (isHasty ? HASTY_PAGES : MAX_PAGES); page++) {
    const listed = await bucketReader.list(folder, { after, signal });
    for (const object of listed.objects) if (!object.key.endsWith("/")) objects.push(object);
    after = listed.objects.at(-1)?.key;
    if (!listed.isTruncated || after === undefined) return { objects, isWhole: true };
  }
  if (!isHasty) throw new DomainError("invalid", "there are more than a million objects in this folder");
  return { objects, isWhole: false };
};
