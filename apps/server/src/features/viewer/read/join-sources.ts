import type { ByteSource } from "@dailies/formats/byte-source";
import { FormatFault } from "@dailies/formats/format-fault";

/** Reads each object from its own source. */
export const joinSources = (sources: ReadonlyMap<string, ByteSource>): ByteSource => ({
  read: async (object, begin, end, signal) => {
    const source = sources.get(object);
    if (!source) throw new FormatFault("missing", `there is no ${object}`);
    return source.read(object, begin, end, signal);
  },
  size: async (object, signal) => sources.get(object)?.size(object, signal),
});
