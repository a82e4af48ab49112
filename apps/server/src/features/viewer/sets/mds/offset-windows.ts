import type { ByteSource } from "@dailies/formats/byte-source";
import type { MdsShard } from "@dailies/formats/mds/index/mds-index";
import { tableOf } from "@dailies/formats/mds/shards/offsets";
import type { LruByteCache } from "../../../../platform/concurrency/lru-byte-cache.ts";
import type { Meter } from "../../read/io-meter.ts";

export type OffsetCache = LruByteCache<Uint8Array>;

const WORD = 4;
/** Read-ahead of offsets as a share of the sample size, so that neighbours need no second read. */
const SHARE = 0.01;
const MAX_WINDOW_BYTES = 65_536;
const ENTRY_BYTES = 200;

/** The window size: cheap compared with a sample, but at least the two offsets that a sample needs. */
export const windowBytesOf = ({ data, samples }: Pick<MdsShard, "data" | "samples">): number => {
  const meanBytes = data.rawBytes / Math.max(1, samples);
  const words = Math.floor(Math.min(meanBytes * SHARE, MAX_WINDOW_BYTES) / WORD);
  return Math.max(1, words - 1) * WORD;
};

/**
 * A source that reads sample offsets in cached windows; other reads pass through. Windows overlap by one word, so that the
 * two offsets of a sample are always in one window.
 */
export const withOffsetWindows = (
  source: ByteSource,
  shard: MdsShard,
  { cache, key, meter }: { readonly cache: OffsetCache; readonly key: string; readonly meter: Meter },
): ByteSource => {
  const table = tableOf(shard).object;
  const endOfTable = WORD * (shard.samples + 2);
  const windowBytes = windowBytesOf(shard);
  return {
    size: source.size,
    read: async (object, begin, end, signal) => {
      if (object !== table || end - begin !== 2 * WORD || begin < WORD || end > endOfTable)
        return source.read(object, begin, end, signal);
      const windowIndex = Math.floor((begin - WORD) / windowBytes);
      const from = WORD + windowIndex * windowBytes;
      const name = `${key}/${shard.shard}/${windowIndex}`;
      let window = cache.get(name);
      if (window) meter.noteHit();
      else {
        window = await source.read(object, from, Math.min(from + windowBytes + WORD, endOfTable), signal);
        // Copy: the view may keep a much larger buffer alive.
        cache.set(name, window.slice(), window.length + ENTRY_BYTES);
      }
      return window.subarray(begin - from, end - from);
    },
  };
};
