import type { ObjectStorage } from "../../../platform/s3/object-storage.ts";
import { inOrder } from "../indexing/rows/in-order.ts";

/** The console's datasets bucket. */
export type DemoStorage = Pick<ObjectStorage, "putObject" | "headObject" | "getObject" | "bucket">;

export interface DemoFile {
  /** Relative to the folder of its set. */
  readonly name: string;
  readonly bytes: Uint8Array;
}

const AT_ONCE = 8;
const TYPES: Readonly<Record<string, string>> = {
  mp4: "video/mp4",
  json: "application/json",
  csv: "text/csv",
  webp: "image/webp",
};

const typeOf = (name: string): string => TYPES[name.slice(name.lastIndexOf(".") + 1)] ?? "application/octet-stream";

/** Stores the files of a set with limited concurrency. Returns how many there are. */
export const storeFiles = async (
  storage: DemoStorage,
  folder: string,
  files: AsyncIterable<DemoFile> | Iterable<DemoFile>,
): Promise<number> => {
  const store = async ({ name, bytes }: DemoFile): Promise<number> => {
    const body = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    await storage.putObject(folder + name, body, { contentType: typeOf(name) });
    return 1;
  };
  let stored = 0;
  for await (const one of inOrder(files, AT_ONCE, store)) stored += one;
  return stored;
};
