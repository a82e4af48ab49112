import { FormatFault } from "../../format-fault.ts";
import type { Codec } from "../../inflate.ts";

export const SHARD_FORMATS = ["mds", "json", "csv", "tsv", "xsv"] as const;
export type ShardFormat = (typeof SHARD_FORMATS)[number];

export interface MdsColumn {
  readonly name: string;
  readonly encoding: string;
  /** Null where sizes vary. A size of 0 counts as varying, as it does for the reader that trains. */
  readonly sizeBytes: number | null;
}

/** What shards have in common; a set of 100,000 shards has one or a few. */
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

/** One file that an index names: as it lies in storage, and as it is once inflated. */
export interface MdsFile {
  /** Name of the object, ready to be read. */
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
  /** The offsets of JSON and CSV shards lie in a file of their own. */
  readonly meta: MdsFile | null;
}

/** An index in typed arrays: about 100 bytes a shard. */
export interface MdsIndex {
  readonly shardCount: number;
  readonly sampleCount: number;
  readonly rawBytesTotal: number;
  readonly storedBytesTotal: number;
  readonly schemas: readonly MdsSchema[];
  /** Place in `schemas`. */
  readonly schemaOf: Uint32Array;
  readonly samples: Uint32Array;
  /** One more than there are shards: the last is the count of samples. */
  readonly firstSample: Float64Array;
  readonly rawBytes: Float64Array;
  readonly storedBytes: Float64Array;
  /** What is kept in memory for it. */
  readonly sizeBytes: number;
  readonly shardAt: (shard: number) => MdsShard;
}

/** In which shard a sample of the whole set is. */
export const findSample = (index: MdsIndex, sample: number): { shard: number; indexInShard: number } => {
  if (!Number.isSafeInteger(sample) || sample < 0 || sample >= index.sampleCount) {
    throw new FormatFault("missing", `there is no sample ${sample}; the set has ${index.sampleCount}`);
  }
  const shard = lastNotAfter(index.firstSample, index.shardCount, sample);
  return { shard, indexInShard: sample - (index.firstSample[shard] ?? 0) };
};

/** The last place of a rising list whose value is not greater; with equal ones the last, so empty shards are passed by. */
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
