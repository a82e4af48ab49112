import type { Readable } from "node:stream";
import type { ByteSource } from "@dailies/formats/byte-source";

export interface StoredObject {
  /** In the bucket, whole. */
  readonly key: string;
  readonly bytes: number;
  /** With its quotation marks, as storage gives it. */
  readonly etag: string;
  readonly modifiedAt: Date;
}

export interface ListedPage {
  readonly objects: readonly StoredObject[];
  /** Ask again with `after` the last key. */
  readonly isTruncated: boolean;
}

export interface FolderPage {
  /** Whole keys, each with its slash at the end. */
  readonly folders: readonly string[];
  readonly objects: readonly StoredObject[];
  readonly isTruncated: boolean;
}

export interface ListInput {
  readonly after?: string | undefined;
  /** At most 1,000. */
  readonly limit?: number;
  readonly signal?: AbortSignal | undefined;
}

/**
 * The one door to data that is not ours: a bucket and a folder in it. Objects are named by their whole keys, and a key
 * outside the folder is refused with the FormatFault "outside". A place remembers the etag of each object it has seen
 * and refuses to mix two states of one object, so it is opened for one piece of work and not kept for days.
 *
 * Missing objects are FormatFaults "missing", short ones "truncated"; what storage itself cannot do is a DomainError
 * that names the profile.
 */
export interface BucketReader extends ByteSource {
  readonly profileId: string;
  readonly profileName: string;
  readonly bucket: string;
  readonly prefix: string;
  /** Undefined where there is no such object. */
  readonly describe: (object: string, signal?: AbortSignal) => Promise<StoredObject | undefined>;
  /** Expects the state that an earlier listing saw. */
  readonly expect: (objects: readonly Pick<StoredObject, "key" | "bytes" | "etag">[]) => void;
  /** All objects below, in the order of their keys. */
  readonly list: (prefix: string, input?: ListInput) => Promise<ListedPage>;
  /** One level only. */
  readonly browse: (folder: string, input?: ListInput) => Promise<FolderPage>;
  /** Bytes `[begin, end)` as they come, for what is too large to hold. */
  readonly stream: (object: string, begin: number, end: number, signal?: AbortSignal) => Promise<Readable>;
  /** An address for browsers. It carries no range: whoever uses it sends one. */
  readonly presign: (object: string, ttlS: number) => string;
  /** For the one reader that opens objects itself. */
  readonly lanceOptions: () => Record<string, string>;
}
