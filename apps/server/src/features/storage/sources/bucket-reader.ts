import type { Readable } from "node:stream";
import type { ByteSource } from "@dailies/formats/byte-source";
import type { SharedObjects } from "../../../platform/shared-files/shared-files.ts";
import type { FileShare } from "./source-queries.ts";

export interface StoredObject {
  /** The full key in the bucket. */
  readonly key: string;
  readonly bytes: number;
  /** With its quotation marks, as storage returns it. */
  readonly etag: string;
  readonly modifiedAt: Date;
}

export interface ListedPage {
  readonly objects: readonly StoredObject[];
  /** Continue with `after` set to the last key. */
  readonly isTruncated: boolean;
}

export interface FolderPage {
  /** Full keys, each with a trailing slash. */
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
 * The only access to data that is not ours: a bucket and a folder in it. Objects are named by full keys; a key outside the
 * folder is refused with the FormatFault "outside". A reader remembers the etag of each object and refuses to mix two states
 * of one object, so open it for one piece of work and do not keep it for days.
 * Missing objects are FormatFaults "missing", short ones "truncated"; errors of storage itself are DomainErrors that name
 * the profile.
 */
export interface BucketReader extends ByteSource {
  readonly profileId: string;
  readonly profileName: string;
  readonly bucket: string;
  readonly prefix: string;
  /** Undefined when the object does not exist. */
  readonly describe: (object: string, signal?: AbortSignal) => Promise<StoredObject | undefined>;
  /** Pins the state that an earlier listing returned. */
  readonly expect: (objects: readonly Pick<StoredObject, "key" | "bytes" | "etag">[]) => void;
  /** All objects under the prefix, in key order. */
  readonly list: (prefix: string, input?: ListInput) => Promise<ListedPage>;
  /** One level only. */
  readonly browse: (folder: string, input?: ListInput) => Promise<FolderPage>;
  /** Streams bytes `[begin, end)`, for ranges too large for memory. */
  readonly stream: (object: string, begin: number, end: number, signal?: AbortSignal) => Promise<Readable>;
  /** A signed URL for browsers. It contains no range; the client sends one. */
  readonly presign: (object: string, ttlS: number) => string;
  /**
   * Lets a process of its own read objects of this folder, because their bytes may be made to do harm. With `objects`, some of
   * what it reads goes another way than this reader.
   */
  readonly share: (objects?: Partial<SharedObjects>) => Promise<FileShare>;
}
