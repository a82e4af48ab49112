import type { ByteSource } from "./byte-source.ts";
import { FormatFault } from "./format-fault.ts";

/** Bytes `[begin, end)` of an object. */
export interface ByteRange {
  readonly begin: number;
  readonly end: number;
}

/** Reads a whole object; throws a FormatFault when it does not exist. */
export const wholeOf = async (source: ByteSource, object: string, signal?: AbortSignal): Promise<ByteRange> => {
  const bytes = await source.size(object, signal);
  if (bytes === undefined) throw new FormatFault("missing", `there is no ${object}`);
  return { begin: 0, end: bytes };
};
