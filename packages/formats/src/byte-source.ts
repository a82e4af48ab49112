/** What a reader knows of an object: its name and how to get bytes of it. Storage, HTTP and permission are elsewhere. */
export interface ByteSource {
  /**
   * Bytes `[begin, end)`, exactly so many: whoever implements it refuses short answers, with a FormatFault "truncated"
   * where the object ends sooner and "missing" where there is none.
   */
  readonly read: (object: string, begin: number, end: number, signal?: AbortSignal) => Promise<Uint8Array>;
  /** Undefined where there is no such object. */
  readonly size: (object: string, signal?: AbortSignal) => Promise<number | undefined>;
}
