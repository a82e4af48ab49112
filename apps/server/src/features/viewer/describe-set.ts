import type { ViewerHeader, ViewerShard } from "@dailies/contract";
import type { ShardSet } from "./sets/shard-set.ts";

interface Opened {
  readonly handle: string;
  readonly uri: string;
  readonly datasetId: string | null;
  readonly openedAt: Date;
}

export const toHeader = (set: ShardSet, { handle, uri, datasetId, openedAt }: Opened): ViewerHeader => {
  const facts = set.describe();
  return {
    handle,
    uri,
    dataset_id: datasetId,
    format: facts.format,
    shards: set.table.shards,
    counted_shards: set.table.counted,
    samples: set.table.samples,
    raw_bytes: set.table.sum("raw"),
    stored_bytes: set.table.sum("stored"),
    columns: [...facts.columns],
    hashes: [...facts.hashes],
    compression: facts.compression,
    size_limit: facts.sizeLimitBytes,
    warnings: [...facts.warnings],
    opened_at: openedAt.toISOString(),
  };
};

export const toShard = (set: ShardSet, shard: number, state: ViewerShard["state"]): ViewerShard => {
  const { name, compression, hashes, columns } = set.describeShard(shard);
  return {
    shard,
    name,
    compression,
    state,
    first_sample: set.table.firstSample(shard),
    samples: set.table.samplesIn(shard),
    raw_bytes: set.table.rawBytesOf[shard] ?? 0,
    stored_bytes: set.table.storedBytesOf[shard] ?? 0,
    hashes: { ...hashes },
    columns: [...columns],
  };
};
