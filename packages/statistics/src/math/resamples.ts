import { seededRandom } from "./random.ts";

/**
 * The bootstrap: how often each slot was drawn in each resample. All axes share the draws, so that differences are paired.
 */
export interface Resamples {
  readonly count: number;
  readonly slots: number;
  readonly times: Uint16Array;
}

/** Draws as many prompts as there are, each with all its judgements. */
export const drawResamples = (slots: number, count: number, seed: number): Resamples => {
  const random = seededRandom(seed);
  const times = new Uint16Array(count * slots);
  for (let n = 0; n < count; n++) {
    for (let draw = 0; draw < slots; draw++) {
      const at = n * slots + random.below(slots);
      times[at] = (times[at] as number) + 1;
    }
  }
  return { count, slots, times };
};

/** The draws of one resample. */
export const timesOf = ({ slots, times }: Resamples, which: number): Uint16Array =>
  times.subarray(which * slots, (which + 1) * slots);
