import { createHash } from "node:crypto";
import { buffer } from "node:stream/consumers";
import { promisify } from "node:util";
import { constants, zstdCompress, zstdDecompress } from "node:zlib";
import { type Table, tableFromIPC } from "apache-arrow";
import type { DatasetsDeps } from "../../datasets-deps.ts";
import type { PlannedPart } from "../sources/source.ts";

const pack = promisify(zstdCompress);
const unpack = promisify(zstdDecompress);
const LEVEL = 1;
/** Increment when the reader produces different rows from the same bytes; disables reuse of earlier parts. */
const READER_VERSION = 1;

/** The key of a part's staged rows, derived from all its inputs, so that a second reader writes the same object. */
export const stagedKeyOf = (
  folder: string,
  source: { readonly kind: string; readonly layout: string; readonly readsMedia: boolean },
  part: PlannedPart,
): string => {
  const identity = JSON.stringify([READER_VERSION, source.kind, source.layout, source.readsMedia, part.objects]);
  return `${folder}parts/${createHash("sha256").update(identity).digest("hex").slice(0, 40)}.arrow.zst`;
};

type Storage = Pick<DatasetsDeps, "storage">;

export const putStaged = async ({ storage }: Storage, key: string, bytes: Uint8Array): Promise<void> => {
  const packed = await pack(bytes, { params: { [constants.ZSTD_c_compressionLevel]: LEVEL } });
  await storage.putObject(key, packed, { contentType: "application/octet-stream" });
};

const LOOK_AT_ONCE = 1_000;

/** Keys of all staged parts of this dataset. */
export const listStaged = async ({ storage }: Storage, folder: string): Promise<Set<string>> => {
  const keys = new Set<string>();
  let after: string | undefined;
  do {
    const objects = await storage.listObjects(`${folder}parts/`, { after, limit: LOOK_AT_ONCE });
    for (const { key } of objects) keys.add(key);
    after = objects.length === LOOK_AT_ONCE ? objects.at(-1)?.key : undefined;
  } while (after !== undefined);
  return keys;
};

/** Undefined when it no longer exists. */
export const getStaged = async ({ storage }: Storage, key: string): Promise<Table | undefined> => {
  if (!(await storage.headObject(key))) return undefined;
  return tableFromIPC(await unpack(await buffer(await storage.getObject(key))));
};
