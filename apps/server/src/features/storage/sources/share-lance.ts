import { Readable } from "node:stream";
import { FormatFault } from "@dailies/formats/format-fault";
import { DomainError } from "../../../errors.ts";
import type { BucketReader } from "./bucket-reader.ts";
import type { LanceVersion } from "./lance-version.ts";
import type { FileShare } from "./source-queries.ts";

/** A version of a Lance table as another process opens it. */
export interface SharedLance {
  /** With a trailing slash, or empty. */
  readonly folder: string;
  readonly name: string;
  readonly version: number;
  readonly manifest: string;
}

const MOST_MANIFEST_BYTES = 32 * 1024 ** 2;

/** `a/b/clips.lance/` is the table `clips` in `a/b`. */
const splitRoot = (root: string): { folder: string; name: string } => {
  const [, folder = "", name] = /^(.*\/)?([\w.-]+)\.lance\/$/s.exec(root) ?? [];
  if (name !== undefined) return { folder, name };
  const words = "the folder of a Lance table has a name of letters, digits, “_”, “-” and “.” that ends with .lance";
  throw new DomainError("invalid", words);
};

/**
 * Shares one version of a table and nothing beside it. Its manifest is read once, so that what was checked is what is opened,
 * and it is the only one that the other process sees: a manifest may refer to any place.
 */
export const shareLanceVersion = async (
  bucketReader: BucketReader,
  root: string,
  { object, version }: LanceVersion,
): Promise<{ readonly table: SharedLance; readonly share: FileShare }> => {
  const { folder, name } = splitRoot(root);
  const { key: manifest, bytes } = object;
  if (bytes > MOST_MANIFEST_BYTES) throw new FormatFault("too_large", "the Lance manifest is larger than 32 MiB");
  let read: Promise<Uint8Array> | undefined;
  const readOnce = (): Promise<Uint8Array> => {
    read ??= bucketReader.read(manifest, 0, bytes);
    // Do not keep failures.
    read.catch(() => {
      read = undefined;
    });
    return read;
  };
  const isInside = (key: string): boolean => key.startsWith(root) && !key.startsWith(`${root}_versions/`);
  const check = (key: string): void => {
    if (!isInside(key)) throw new FormatFault("missing", "there is no such file in this version of the table");
  };
  const size = async (key: string, signal?: AbortSignal): Promise<number | undefined> => {
    if (key === manifest) return bytes;
    return isInside(key) ? bucketReader.size(key, signal) : undefined;
  };
  bucketReader.expect([object]);
  const share = await bucketReader.share({
    size,
    totalOf: size,
    read: async (key, begin, end, signal) => {
      if (key === manifest) return (await readOnce()).subarray(begin, end);
      check(key);
      return bucketReader.read(key, begin, end, signal);
    },
    stream: async (key, begin, end, signal) => {
      if (key === manifest) return Readable.from([(await readOnce()).subarray(begin, end)]);
      check(key);
      return bucketReader.stream(key, begin, end, signal);
    },
    list: async (prefix) => ({ objects: manifest.startsWith(prefix) ? [object] : [], isTruncated: false }),
    browse: async (prefix) => ({
      folders: [],
      objects: manifest.startsWith(prefix) ? [object] : [],
      isTruncated: false,
    }),
  });
  return { table: { folder, name, version, manifest }, share };
};
