import type { ByteSource } from "@dailies/formats/byte-source";
import { FormatFault } from "@dailies/formats/format-fault";
import type { MdsShard } from "@dailies/formats/mds/index/mds-index";
import { readOffsets } from "@dailies/formats/mds/shards/offsets";
import type { ShardClip } from "../../../shared/shard-media/shard-clip.ts";
import { createShardSource, type ShardSource } from "../../../shared/shard-media/shard-source.ts";

/** An offset table that is small, absolutely or relative to a sample, is read once; otherwise two words per sample. */
const SMALL_TABLE_BYTES = 4_096;
const TABLE_SHARE = 0.02;
const WORD = 4;
/** LRU limit: users who jump around revisit few shards. */
const MAX_OPEN = 64;

interface OpenShard {
  readonly source: ShardSource;
  offsets: Promise<Uint32Array> | undefined;
}

const open = new Map<string, OpenShard>();

const forget = (key: string): void => {
  open.get(key)?.source.release();
  open.delete(key);
};

const keep = (key: string, shard: OpenShard): void => {
  open.delete(key);
  open.set(key, shard);
  const [oldest] = open.keys();
  if (open.size > MAX_OPEN && oldest !== undefined) forget(oldest);
};

export interface ReadableShard {
  readonly source: ByteSource;
  readonly offsets: Uint32Array | undefined;
}

const isTableSmall = ({ samples, data }: MdsShard): boolean =>
  WORD * (samples + 2) <= Math.max(SMALL_TABLE_BYTES, (data.rawBytes / Math.max(1, samples)) * TABLE_SHARE);

const openWith = async (opened: OpenShard, shard: MdsShard): Promise<ReadableShard> => {
  const { source } = opened;
  if ((await source.wayTo(shard.data.object)) !== "storage")
    throw new FormatFault("unsupported", "the browser may not read this shard");
  if (isTableSmall(shard)) opened.offsets ??= readOffsets(source, shard);
  return { source, offsets: await opened.offsets };
};

/** Opens a shard for range reads, with its offset table once loaded. */
export const openShardHere = async (clip: ShardClip, shard: MdsShard): Promise<ReadableShard> => {
  const source = () =>
    createShardSource(
      () => clip,
      async () => shard.data.storedBytes,
    );
  const opened = open.get(clip.key) ?? { source: source(), offsets: undefined };
  keep(clip.key, opened);
  try {
    return await openWith(opened, shard);
  } catch (error) {
    // Evict, so that the next read retries: the failure may have been the network.
    forget(clip.key);
    throw error;
  }
};
