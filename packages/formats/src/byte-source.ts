/** An object's name and how to read its bytes. Storage, HTTP and access control are elsewhere. */
export interface ByteSource {
  /**
   * Returns exactly the bytes `[begin, end)`. Implementations refuse short reads with a FormatFault: "truncated" where the
   * object ends sooner and "missing" where there is none.
   */
  readonly read: (object: string, begin: number, end: number, signal?: AbortSignal) => Promise<Uint8Array>;
  /** Undefined when the object does not exist. */
  readonly size: (object: string, signal?: AbortSignal) => Promise<number | undefined>;
}
