export interface SamplePosition {
  readonly index: number;
  readonly shard: number;
  readonly indexInShard: number;
}

export interface ShardColumns {
  readonly total: number;
  readonly first_sample: number[];
  readonly samples: number[];
  readonly stored_bytes: number[];
}

/** The counts from an index; `firstSample` has one entry more than there are shards. */
interface CountedShards {
  readonly firstSample: Float64Array;
  readonly rawBytes: Float64Array;
  readonly storedBytes: Float64Array;
}

const NUMBER_BYTES = 8;

/** Samples and bytes per shard in typed arrays, so that 100,000 shards take a few megabytes. */
export class ShardTable {
  readonly shards: number;
  readonly rawBytesOf: Float64Array;
  readonly storedBytesOf: Float64Array;
  /** Each shard's first sample, then the end. */
  private readonly firstSampleOf: Float64Array;
  private known = 0;

  constructor(shards: number, counted?: CountedShards) {
    this.shards = shards;
    this.firstSampleOf = counted?.firstSample ?? new Float64Array(shards + 1);
    this.rawBytesOf = counted?.rawBytes ?? new Float64Array(shards);
    this.storedBytesOf = counted?.storedBytes ?? new Float64Array(shards);
    if (counted) this.known = shards;
  }

  /** The number of counted shards: always a prefix, because later samples are numbered after it. */
  get counted(): number {
    return this.known;
  }

  get samples(): number {
    return this.firstSampleOf[this.known] ?? 0;
  }

  get weightBytes(): number {
    return (this.shards * 3 + 1) * NUMBER_BYTES;
  }

  /** For the next uncounted shard. */
  countNext(samples: number): void {
    this.firstSampleOf[this.known + 1] = this.samples + samples;
    this.known += 1;
  }

  firstSample(shard: number): number {
    return this.firstSampleOf[Math.min(shard, this.known)] ?? 0;
  }

  samplesIn(shard: number): number {
    return this.firstSample(shard + 1) - this.firstSample(shard);
  }

  locate(index: number): SamplePosition | undefined {
    if (!(index >= 0 && index < this.samples)) return undefined;
    let [low, high] = [0, this.known - 1];
    while (low < high) {
      const middle = (low + high + 1) >>> 1;
      if ((this.firstSampleOf[middle] ?? 0) <= index) low = middle;
      else high = middle - 1;
    }
    return { index, shard: low, indexInShard: index - (this.firstSampleOf[low] ?? 0) };
  }

  slice(offset: number, limit: number): ShardColumns {
    const [begin, end] = [Math.min(offset, this.shards), Math.min(offset + limit, this.shards)];
    const columns: ShardColumns = { total: this.shards, first_sample: [], samples: [], stored_bytes: [] };
    for (let shard = begin; shard < end; shard++) {
      columns.first_sample.push(this.firstSample(shard));
      columns.samples.push(this.samplesIn(shard));
      columns.stored_bytes.push(this.storedBytesOf[shard] ?? 0);
    }
    return columns;
  }

  /** For the shuffle simulation; uncounted shards have no samples. */
  toCounts(): { readonly samples: Uint32Array; readonly firstSample: Float64Array } {
    const samples = Uint32Array.from({ length: this.known }, (_, shard) => this.samplesIn(shard));
    return { samples, firstSample: this.firstSampleOf.subarray(0, this.known + 1) };
  }

  sum(of: "raw" | "stored"): number {
    return (of === "raw" ? this.rawBytesOf : this.storedBytesOf).reduce((sum, bytes) => sum + bytes, 0);
  }
}
