import type { Readable } from "node:stream";

/** How another process reaches files that this one reads for it. The name of the bucket is a secret that lasts as long as they are shared. */
export interface SharedFiles {
  readonly endpoint: string;
  readonly bucket: string;
}

export interface SharedObject {
  readonly key: string;
  readonly bytes: number;
  readonly modifiedAt: Date;
}

export interface SharedPage {
  readonly folders: readonly string[];
  readonly objects: readonly SharedObject[];
  readonly isTruncated: boolean;
}

interface ListOptions {
  readonly after?: string | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** What is shared. Keys come from another process: whoever implements this refuses those that it may not read. */
export interface SharedObjects {
  readonly size: (key: string, signal?: AbortSignal) => Promise<number | undefined>;
  /** The same for the head of an answer, which nobody has asked for. */
  readonly totalOf: (key: string, signal?: AbortSignal) => Promise<number | undefined>;
  readonly read: (key: string, begin: number, end: number, signal?: AbortSignal) => Promise<Uint8Array>;
  /** For ranges too large for memory. */
  readonly stream: (key: string, begin: number, end: number, signal?: AbortSignal) => Promise<Readable>;
  /** All objects whose key begins so. */
  readonly list: (prefix: string, options: ListOptions) => Promise<Omit<SharedPage, "folders">>;
  /** One level only. */
  readonly browse: (prefix: string, options: ListOptions) => Promise<SharedPage>;
}

/** The header with a fault of the data, and the error for any other failure, which only the sharing process knows. */
export const FAULT_HEADER = "x-dailies-fault";

/** The name of the error for a failure that the process that shares the files has noted. */
export const SHARED_READ_FAILED = "SharedReadFailed";
