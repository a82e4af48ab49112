import { FormatFault } from "../../format-fault.ts";
import type { Codec } from "../../inflate.ts";

export const SHARD_FORMATS = ["mds", "json", "csv", "tsv", "xsv"] as const;
export type ShardFormat = (typeof SHARD_FORMATS)[number];

export interface MdsColumn {
  readonly name: string;
  readonly encoding: string;
  /** Null when sizes vary. A size of 0 counts as varying, as in the training reader. */
  readonly sizeBytes: number | null;
}

/** What shards have in common; a dataset of 100,000 shards has one schema or a few. */
export interface MdsSchema {
  readonly format: ShardFormat;
  readonly columns: readonly MdsColumn[];
  readonly compression: string | null;
  readonly codec: Codec | null;
  readonly hashes: readonly string[];
  readonly sizeLimitBytes: number | null;
  readonly separator: string;
  readonly newline: string;
}

/** One file named by an index: its stored form, and its decompressed form. */
export interface MdsFile {
  /** Name of the object in storage. */
  readonly object: string;
  readonly storedBytes: number;
  readonly storedHashes: Readonly<Record<string, string>>;
  readonly rawObject: string;
  readonly rawBytes: number;
  readonly rawHashes: Readonly<Record<string, string>>;
}

export interface MdsShard {
  readonly shard: number;
  readonly firstSample: number;
  readonly samples: number;
  readonly schema: MdsSchema;
  readonly data: MdsFile;
  /** JSON and CSV shards store their offsets in a separate file. */
  readonly meta: MdsFile | null;
}

/** An index in typed arrays: about 100 bytes per shard. */
export interface MdsIndex {
  readonly shardCount: number;
  readonly sampleCount: number;
  readonly rawBytesTotal: number;
  readonly storedBytesTotal: number;
  readonly schemas: readonly MdsSchema[];
  /** Index into `schemas`. */
  readonly schemaOf: Uint32Array;
  readonly samples: Uint32Array;
  /** One entry more than there are shards: the last is the number of samples. */
  readonly firstSample: Float64Array;
  readonly rawBytes: Float64Array;
  readonly storedBytes: Float64Array;
  /** Memory use. */
  readonly sizeBytes: number;
  readonly shardAt: (shard: number) => MdsShard;
}

/** Locates a sample of the whole dataset in its shard. */
export const findSample = (index: MdsIndex, sample: number): { shard: number; indexInShard: number } => {
  if (!Number.isSafeInteger(sample) || sample < 0 || sample >= index.sampleCount) {
    throw new FormatFault("missing", `there is no sample ${sample}; the set has ${index.sampleCount}`);
  }
  const shard = lastNotAfter(index.firstSample, index.shardCount, sample);
  return { shard, indexInShard: sample - (index.firstSample[shard] ?? 0) };
};

/**
 * Index of the last value not greater than `value` in an ascending list. The last of equals wins, which skips empty shards.
 */
export const lastNotAfter = (rising: Float64Array, length: number, value: number): number => {
  let low = 0;
  let high = length;
  while (high - low > 1) {
    const middle = (low + high) >>> 1;
    if ((rising[middle] ?? Number.POSITIVE_INFINITY) <= value) low = middle;
    else high = middle;
  }
  return low;
};
