import type { Inflate } from "@dailies/formats/inflate";
import type { LruByteCache } from "../../../platform/concurrency/lru-byte-cache.ts";
import type { InflatedShards } from "../read/inflated-shards.ts";
import type { OffsetCache } from "./mds/offset-windows.ts";
import type { ShardSet } from "./shard-set.ts";

/** Resources shared by all opened sets. */
export interface SetTools {
  readonly inflate: Inflate;
  readonly inflated: InflatedShards;
  readonly offsets: OffsetCache;
  /** Cached results of passes over shards without an index. */
  readonly passes: LruByteCache<object>;
}

/** How a set is opened: resources, abort signal, and the previously opened state. */
export interface OpenContext {
  readonly tools: SetTools;
  readonly signal?: AbortSignal | undefined;
  readonly before?: ShardSet | undefined;
}
