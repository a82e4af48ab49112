import type { Inflate } from "@dailies/formats/inflate";
import type { LruByteCache } from "../../../platform/concurrency/lru-byte-cache.ts";
import type { InflatedShards } from "../read/inflated-shards.ts";
import type { OffsetCache } from "./mds/offset-windows.ts";
import type { ShardSet } from "./shard-set.ts";

/** What all opened sets share. */
export interface SetTools {
  readonly inflate: Inflate;
  readonly inflated: InflatedShards;
  readonly offsets: OffsetCache;
  /** What a pass over a shard without an index found. */
  readonly passes: LruByteCache<object>;
}

/** How a set is opened: with what, until when, and what it was when it was opened last. */
export interface OpenContext {
  readonly tools: SetTools;
  readonly signal?: AbortSignal | undefined;
  readonly before?: ShardSet | undefined;
}
