import type { Inflate } from "@dailies/formats/inflate";
import { LruByteCache } from "../../../platform/concurrency/lru-byte-cache.ts";
import { SingleFlight } from "../../../platform/concurrency/single-flight.ts";
import type { BucketReader, BucketReaders } from "../../storage/index.ts";
import { openInflatedShards } from "../read/inflated-shards.ts";
import { refusingFaults } from "../refuse-fault.ts";
import { openSetAt } from "./open-set-at.ts";
import type { SetTools } from "./set-tools.ts";
import type { ShardSet } from "./shard-set.ts";

/** A set and the door it is read through. */
export interface OpenedSet {
  readonly set: ShardSet;
  readonly bucketReader: BucketReader;
}

/** What a set is opened by: a place that is registered, and where in it. */
export interface SetAddress {
  readonly profileId: string;
  readonly revision: number;
  readonly key: string;
}

export interface OpenSets {
  /** What was read of it no longer holds, since somebody has written there. */
  readonly forget: (address: SetAddress) => void;
  /** The one in memory while its index is the same; else it is read anew. */
  readonly open: (address: SetAddress, input?: OpenInput) => Promise<OpenedSet>;
  readonly close: () => Promise<void>;
}

interface OpenInput {
  /** Looks at the index in any case: for whoever opens it by hand. */
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

/** A trainer's shards do not change; whoever replaces them is noticed within this time. */
const LOOKS_EVERY_MS = 60_000;
const OFFSETS_SHARE = 0.25;
const KEPT_BYTES = 2_000;

const nameOf = ({ profileId, revision, key }: SetAddress): string => `${profileId}@${revision}/${key}`;

/** Sets that were opened, packed, no more of them than fit, each read once however many ask. */
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
