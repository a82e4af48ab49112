import type { ShardFormat } from "@dailies/formats/shard-writer";

/** Neighbouring samples of the item list that become one shard. */
export interface CutShard {
  readonly shard: number;
  readonly samples: number;
  readonly bytes: number;
}

/** Both bound the slice of the item list that one shard needs in memory. */
const MAX_SHARD_SAMPLES = 100_000;
const MAX_SLICE_BYTES = 256 * 1024 ** 2;

/**
 * Decides where shards end, from the sizes of samples alone, as the original writer of MDS does: a shard ends before the
 * sample that would exceed its size. A larger sample has a shard of its own.
 */
export class ShardCutter {
  private readonly emptyBytes: number;
  private readonly limitBytes: number;
  private shard = 0;
  private samples = 0;
  private sliceBytes = 0;
  private bytes: number;

  constructor({ emptyBytes }: Pick<ShardFormat, "emptyBytes">, limitBytes: number) {
    this.emptyBytes = emptyBytes;
    this.limitBytes = limitBytes;
    this.bytes = emptyBytes;
  }

  /** Returns the shard that ended before this sample, if one did. */
  add(sampleBytes: number, lineBytes: number): CutShard | undefined {
    const isSliceFull = this.samples >= MAX_SHARD_SAMPLES || this.sliceBytes + lineBytes > MAX_SLICE_BYTES;
    const isFull = this.bytes + sampleBytes > this.limitBytes || isSliceFull;
    const ended = isFull ? this.end() : undefined;
    this.samples += 1;
    this.bytes += sampleBytes;
    this.sliceBytes += lineBytes;
    return ended;
  }

  /** Ends the last shard. */
  end(): CutShard | undefined {
    if (this.samples === 0) return undefined;
    const ended = { shard: this.shard, samples: this.samples, bytes: this.bytes };
    this.shard += 1;
    this.samples = 0;
    this.sliceBytes = 0;
    this.bytes = this.emptyBytes;
    return ended;
  }
}
