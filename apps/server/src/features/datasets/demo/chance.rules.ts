/** A seeded pseudo-random number generator. */
export interface Chance {
  /** From 0 (inclusive) to 1 (exclusive). */
  readonly share: () => number;
  readonly below: (limit: number) => number;
  readonly pick: <T>(choices: readonly [T, ...T[]]) => T;
  /** Roughly normal around 0, mostly between -2 and 2. */
  readonly bell: () => number;
}

/** mulberry32: 32 bits of state are enough for demo data. */
export const createChance = (seed: number): Chance => {
  let state = seed >>> 0;
  const share = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (limit: number): number => Math.floor(share() * limit);
  return {
    share,
    below,
    pick: (choices) => choices[below(choices.length)] ?? choices[0],
    bell: () => share() + share() + share() + share() + share() + share() - 3,
  };
};
