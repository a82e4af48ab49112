import type { Inflate } from "@dailies/formats/inflate";
import { LruByteCache } from "../../../platform/concurrency/lru-byte-cache.ts";
import { SingleFlight } from "../../../platform/concurrency/single-flight.ts";
import type { BucketReader, BucketReaders } from "../../storage/index.ts";
import { openInflatedShards } from "../read/inflated-shards.ts";
import { refusingFaults } from "../refuse-fault.ts";
import { openSetAt } from "./open-set-at.ts";
import type { SetTools } from "./set-tools.ts";
import type { ShardSet } from "./shard-set.ts";

export interface OpenedSet {
  readonly set: ShardSet;
  readonly bucketReader: BucketReader;
}

/** Identifies a set: a registered profile and a key in it. */
export interface SetAddress {
  readonly profileId: string;
  readonly revision: number;
  readonly key: string;
}

export interface OpenSets {
  /** Drops the cached set after its files were overwritten. */
  readonly forget: (address: SetAddress) => void;
  /** The cached set while its index is unchanged; otherwise reads it again. */
  readonly open: (address: SetAddress, input?: OpenInput) => Promise<OpenedSet>;
  readonly close: () => Promise<void>;
}

interface OpenInput {
  /** Always checks the index; for an explicit open by the user. */
  readonly isFresh?: boolean;
  readonly signal?: AbortSignal | undefined;
}

export interface OpenSetsOptions {
  readonly bucketReaders: BucketReaders;
  readonly inflate: Inflate;
  readonly folder: string;
  readonly memoryBytes: number;
  readonly diskBytes: number;
}

interface Kept {
  readonly set: ShardSet;
  bucketReader: BucketReader;
  lookedAtMs: number;
}

/** Shards rarely change; a replacement is noticed within this time. */
const LOOKS_EVERY_MS = 60_000;
const OFFSETS_SHARE = 0.25;
const KEPT_BYTES = 2_000;

const nameOf = ({ profileId, revision, key }: SetAddress): string => `${profileId}@${revision}/${key}`;

/** A bounded LRU cache of opened sets, with a single flight per set. */
export const createOpenSets = (options: OpenSetsOptions): OpenSets => {
  const { bucketReaders, memoryBytes } = options;
  const tools: SetTools = {
    inflate: options.inflate,
    inflated: openInflatedShards({ folder: options.folder, limitBytes: options.diskBytes }),
    offsets: new LruByteCache(memoryBytes * OFFSETS_SHARE),
    passes: new LruByteCache(memoryBytes * OFFSETS_SHARE),
  };
  const kept = new LruByteCache<Kept>(memoryBytes * (1 - 2 * OFFSETS_SHARE), ({ set }) => set.close());
  const opening = new SingleFlight<Kept>();

  const read = async (address: SetAddress, signal: AbortSignal): Promise<Kept> => {
    const bucketReader = await bucketReaders.openProfile(address.profileId);
    const before = kept.get(nameOf(address));
    const set = await openSetAt(bucketReader, address.key, { tools, signal, before: before?.set });
    const opened: Kept = { set, bucketReader, lookedAtMs: Date.now() };
    if (before?.set === set) return Object.assign(before, opened);
    kept.set(nameOf(address), opened, set.weightBytes() + KEPT_BYTES);
    return opened;
  };

  return {
    open: async (address, { isFresh = false, signal } = {}) => {
      const known = kept.get(nameOf(address));
      if (known && !isFresh && Date.now() - known.lookedAtMs < LOOKS_EVERY_MS) return known;
      return refusingFaults(() => opening.join(nameOf(address), (over) => read(address, over), signal));
    },
    forget: (address) => kept.delete(nameOf(address)),
    close: async () => {
      kept.clear();
      await tools.inflated.close();
    },
  };
};
