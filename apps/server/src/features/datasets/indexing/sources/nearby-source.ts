import type { ByteSource } from "@dailies/formats/byte-source";
import { FormatFault } from "@dailies/formats/format-fault";

const FIRST_BYTES = 64 * 1024;
const MOST_BYTES = 2 * 1024 ** 2;

interface Window {
  readonly object: string;
  readonly begin: number;
  readonly bytes: Uint8Array;
}

/** Coalesces small neighbouring reads by reading ahead; the read-ahead doubles as long as access is sequential. */
export const nearbySource = (source: ByteSource): ByteSource => {
  let held: Window | undefined;
  let aheadBytes = FIRST_BYTES;

  const read = async (object: string, begin: number, end: number, signal?: AbortSignal): Promise<Uint8Array> => {
    if (held?.object === object && begin >= held.begin && end <= held.begin + held.bytes.length) {
      return held.bytes.subarray(begin - held.begin, end - held.begin);
    }
    const total = await source.size(object, signal);
    if (total === undefined) throw new FormatFault("missing", `${object} is not there`);
    if (end > total) throw new FormatFault("truncated", `${object} ends at byte ${total}, ${end} were expected`, total);
    const heldEnd = held?.object === object ? held.begin + held.bytes.length : -1;
    const isStraightOn = begin <= heldEnd && end > heldEnd;
    aheadBytes = isStraightOn ? Math.min(aheadBytes * 2, MOST_BYTES) : FIRST_BYTES;
    const bytes = await source.read(object, begin, Math.min(Math.max(end, begin + aheadBytes), total), signal);
    held = { object, begin, bytes };
    return bytes.subarray(0, end - begin);
  };
  return { read, size: source.size };
};
