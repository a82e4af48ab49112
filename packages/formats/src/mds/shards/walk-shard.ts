import type { ByteSource } from "../../byte-source.ts";
import { FormatFault } from "../../format-fault.ts";
import type { MdsShard } from "../index/mds-index.ts";
import { type Bounds, readBounds, readOffsets } from "./offsets.ts";
import { type Piece, pieceFor } from "./range-plan.ts";
import { assembleSample, firstReadBytes, type ReadSampleOptions } from "./read-sample.ts";
import type { MdsSample } from "./sample-columns.ts";

const DEFAULT_WINDOW_BYTES = 8_388_608;

export interface WalkOptions extends ReadSampleOptions {
  readonly first?: number;
  /** Exclusive. */
  readonly end?: number;
  /** Neighbouring samples are read together up to this size. */
  readonly windowBytes?: number;
}

export interface BrokenSample {
  readonly index: number;
  readonly fault: FormatFault;
}

/** End of the next read: as many whole samples as fit, and at least one. */
const endOfWindow = (offsets: Uint32Array, index: number, end: number, windowBytes: number): number => {
  const begin = offsets[index] ?? 0;
  let next = index + 1;
  while (next < end && (offsets[next + 1] ?? 0) - begin <= windowBytes) next += 1;
  return offsets[next] ?? begin;
};

const asBroken = (index: number, error: unknown): BrokenSample => {
  if (error instanceof FormatFault && error.kind !== "missing") return { index, fault: error };
  throw error;
};

/**
 * Iterates over the samples of a shard, reading neighbours together. A broken sample yields a fault and the iteration
 * continues; invalid offsets throw before the first sample.
 */
export async function* walkShard(
  source: ByteSource,
  shard: MdsShard,
  options: WalkOptions = {},
): AsyncGenerator<MdsSample | BrokenSample> {
  const offsets = options.offsets ?? (await readOffsets(source, shard, options));
  const end = Math.min(options.end ?? shard.samples, shard.samples);
  const windowBytes = options.windowBytes ?? DEFAULT_WINDOW_BYTES;
  let window: Piece = { begin: 0, bytes: new Uint8Array(0) };
  const readFirst = async (index: number, bounds: Bounds): Promise<Uint8Array> => {
    const wanted = { begin: bounds.begin, end: bounds.begin + firstReadBytes(shard, bounds, options) };
    const held = pieceFor([window], wanted);
    if (held !== undefined) return held;
    const isHead = wanted.end < bounds.end;
    const readEnd = isHead ? wanted.end : endOfWindow(offsets, index, end, windowBytes);
    window = {
      begin: wanted.begin,
      bytes: await source.read(shard.data.object, wanted.begin, readEnd, options.signal),
    };
    return window.bytes.subarray(0, wanted.end - wanted.begin);
  };
  for (let index = options.first ?? 0; index < end; index += 1) {
    try {
      const bounds = await readBounds(source, shard, index, { offsets });
      const bytes = await readFirst(index, bounds);
      yield await assembleSample(source, shard, index, bounds, bytes, options);
    } catch (error) {
      yield asBroken(index, error);
    }
  }
}
