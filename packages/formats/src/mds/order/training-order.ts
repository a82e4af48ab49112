import { FormatFault } from "../../format-fault.ts";
import { lastNotAfter, type MdsIndex } from "../index/mds-index.ts";
import { mix, seededPermutation, shuffledPlaces } from "./seeded-permutation.ts";

/** The default shuffle block size of trainers. */
const BLOCK_SAMPLES = 262_144;

/** Shown with the order: it has the shape of a trainer's shuffle, but not its random numbers. */
export const TRAINING_ORDER_METHOD =
  "simulated by Dailies: shards in an order drawn from seed and epoch, samples shuffled within blocks of 262,144, " +
  "dealt to the ranks one by one; a trainer draws other random numbers and meets the samples in another order";

export interface TrainingOrder {
  readonly total: number;
  readonly sizeBytes: number;
  /** Number of samples per epoch for a rank. */
  readonly countFor: (rank: number, ranks: number) => number;
  /** Indexes in the whole dataset, from the rank's `offset`-th sample on. */
  readonly window: (wanted: OrderWindow) => Float64Array;
}

export interface OrderWindow {
  readonly rank: number;
  readonly ranks: number;
  readonly offset: number;
  readonly limit: number;
}

const sumInOrder = (samples: Uint32Array, order: Uint32Array): Float64Array => {
  const starts = new Float64Array(order.length + 1);
  for (let at = 0; at < order.length; at += 1) starts[at + 1] = (starts[at] ?? 0) + (samples[order[at] ?? 0] ?? 0);
  return starts;
};

/**
 * The order of an epoch. Memory grows with the number of shards, not samples: any window is computed from its positions
 * alone.
 */
export const openTrainingOrder = (
  { samples, firstSample }: Pick<MdsIndex, "samples" | "firstSample">,
  { seed, epoch }: { readonly seed: number; readonly epoch: number },
): TrainingOrder => {
  const key = mix(mix(0x6d64_7331, seed), epoch);
  const order = shuffledPlaces(samples.length, key);
  const starts = sumInOrder(samples, order);
  const total = starts.at(-1) ?? 0;
  const sampleAt = (place: number, shuffle: (within: number) => number): number => {
    const spot = place - (place % BLOCK_SAMPLES) + shuffle(place % BLOCK_SAMPLES);
    const at = lastNotAfter(starts, order.length, spot);
    return (firstSample[order[at] ?? 0] ?? 0) + spot - (starts[at] ?? 0);
  };
  const countFor = (rank: number, ranks: number): number => Math.max(0, Math.ceil((total - rank) / ranks));
  const window = ({ rank, ranks, offset, limit }: OrderWindow): Float64Array => {
    if (!(ranks >= 1 && rank >= 0 && rank < ranks && offset >= 0 && limit >= 0)) {
      throw new FormatFault("missing", `there is no rank ${rank} of ${ranks}`);
    }
    const indices = new Float64Array(Math.max(0, Math.min(limit, countFor(rank, ranks) - offset)));
    let [block, shuffle] = [-1, (within: number) => within];
    for (let at = 0; at < indices.length; at += 1) {
      const place = (offset + at) * ranks + rank;
      const here = Math.floor(place / BLOCK_SAMPLES);
      if (here !== block) {
        block = here;
        shuffle = seededPermutation(Math.min(BLOCK_SAMPLES, total - here * BLOCK_SAMPLES), mix(key, here + 1));
      }
      indices[at] = sampleAt(place, shuffle);
    }
    return indices;
  };
  return { total, sizeBytes: order.byteLength + starts.byteLength, countFor, window };
};
