import type { ByteRange } from "./byte-range.ts";
import type { ByteSource } from "./byte-source.ts";
import { FormatFault } from "./format-fault.ts";

/** Read-ahead buffer over one object: many small reads close together become one request. */
export interface ByteWindow {
  /** Returns a view of the window; copy what must outlive the next read. */
  readonly take: (at: number, bytes: number) => Promise<Uint8Array>;
  readonly range: ByteRange;
}

const FIRST_AHEAD_BYTES = 65_536;
const LEAST_AHEAD_BYTES = 4_096;
const MOST_AHEAD_BYTES = 1_048_576;
/** A window that served this many reads had a good size. */
const MANY_WANTS = 4;

/**
 * Grows the read-ahead while reads are close together and shrinks it while they are far apart: a pass over small members
 * costs few requests, and skipping large ones costs few bytes.
 */
export const openWindow = (
  source: ByteSource,
  object: string,
  range: ByteRange,
  signal?: AbortSignal,
  firstAheadBytes = FIRST_AHEAD_BYTES,
): ByteWindow => {
  let held: Uint8Array = new Uint8Array(0);
  let heldFrom = range.begin;
  let aheadBytes = firstAheadBytes;
  let wants = MANY_WANTS;
  const refill = async (at: number, bytes: number): Promise<void> => {
    const isHop = at >= heldFrom + held.length + aheadBytes;
    if (wants >= MANY_WANTS && !isHop) aheadBytes = Math.min(aheadBytes * 2, MOST_AHEAD_BYTES);
    else if (wants < MANY_WANTS) aheadBytes = Math.max(Math.floor(aheadBytes / 4), LEAST_AHEAD_BYTES);
    const end = Math.min(range.end, at + Math.max(bytes, aheadBytes));
    held = await source.read(object, at, end, signal);
    heldFrom = at;
    wants = 0;
  };
  return {
    range,
    take: async (at, bytes) => {
      if (at < range.begin || bytes < 0 || at + bytes > range.end)
        throw new FormatFault("truncated", `${object} ends before byte ${at + bytes}`, at);
      if (at < heldFrom || at + bytes > heldFrom + held.length) await refill(at, bytes);
      wants += 1;
      return held.subarray(at - heldFrom, at - heldFrom + bytes);
    },
  };
};
