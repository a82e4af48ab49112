import { mediaPathOf } from "@dailies/formats/folder/folder-samples";
import { mediaTypeOfName } from "@dailies/formats/media/media-names";
import { isBelow, joinKey, readUri } from "../../../storage/index.ts";
import type { SampleRow, SourceRef } from "./source.ts";

/** Finds the clip that a row references. A reference outside of the storage profile is a fault of the row. */
export const locateMedia = (
  { bucketReader, root }: Pick<SourceRef, "bucketReader" | "root">,
  row: SampleRow,
): SampleRow => {
  if (row.media !== undefined || row.fault !== undefined) return row;
  const path = mediaPathOf(row.values);
  if (path === undefined || /^https?:/i.test(path)) return row;
  const object = keyOf({ bucketReader, root }, path);
  if (object === undefined || !isBelow(bucketReader.prefix, object)) {
    return { ...row, fault: `${path.slice(0, 200)} lies outside the storage profile` };
  }
  return { ...row, media: { object, offset: 0, bytes: undefined, type: mediaTypeOfName(path) } };
};

const keyOf = ({ bucketReader, root }: Pick<SourceRef, "bucketReader" | "root">, path: string): string | undefined => {
  if (!path.includes("://")) return joinKey(root, path);
  const address = readUri(path);
  return address?.bucket === bucketReader.bucket ? address.key : undefined;
};
