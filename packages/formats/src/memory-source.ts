import type { ByteSource } from "./byte-source.ts";
import { FormatFault } from "./format-fault.ts";

/** Objects already in memory: decompressed shards and test data. */
export const memorySource = (objects: ReadonlyMap<string, Uint8Array>): ByteSource => ({
  read: async (object, begin, end) => {
    const bytes = objects.get(object);
    if (bytes === undefined) throw new FormatFault("missing", `there is no ${object}`);
    if (!(begin >= 0 && begin <= end && end <= bytes.length)) {
      throw new FormatFault("truncated", `${object} ends at ${bytes.length}`, Math.min(end, bytes.length));
    }
    return bytes.subarray(begin, end);
  },
  size: async (object) => objects.get(object)?.length,
});
