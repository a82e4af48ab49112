import { createHash } from "node:crypto";
import type { StoredObject } from "../../storage/index.ts";
import { ShardTable } from "./shard-table.ts";

/** A combined tag of files that have no index. */
export const tagOfFiles = (files: readonly Pick<StoredObject, "key" | "bytes" | "etag">[]): string => {
  const hash = createHash("sha256");
  for (const { key, bytes, etag } of files) hash.update(`${key}\n${bytes}\n${etag}\n`);
  return `files-${hash.digest("hex").slice(0, 40)}`;
};

const MAX_TAG = 100;

/** Identifies one state of a file: the etag, or the modification time in stores without etags. */
export const tagOfObject = (object: StoredObject): string => {
  const { etag, bytes, modifiedAt } = object;
  if (etag.length > MAX_TAG) return tagOfFiles([object]);
  return etag || `${bytes}-${modifiedAt.getTime()}`;
};

export const tableOfFiles = (files: readonly Pick<StoredObject, "bytes">[]): ShardTable => {
  const table = new ShardTable(files.length);
  for (const [shard, { bytes }] of files.entries()) {
    table.storedBytesOf[shard] = bytes;
    table.rawBytesOf[shard] = bytes;
  }
  return table;
};

const OBJECT_BYTES = 150;
export const weighFiles = (files: readonly Pick<StoredObject, "key">[]): number =>
  files.reduce((sum, { key }) => sum + key.length * 2 + OBJECT_BYTES, 0);

export const baseName = (key: string): string => key.slice(key.lastIndexOf("/") + 1);

/** Named by a pattern but missing. */
export const isAbsent = ({ etag, bytes }: Pick<StoredObject, "etag" | "bytes">): boolean => etag === "" && bytes === 0;
