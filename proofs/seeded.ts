export interface Seeded {
  /** An integer in [0, limit). */
  below(limit: number): number;
  pick<T>(items: readonly T[]): T;
  bytes(count: number): Buffer;
}

/** The same numbers for the same seed, on every machine. */
export const seeded = (seed: number): Seeded => {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b_79f5) >>> 0;
    let t = state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (limit: number): number => Math.floor(next() * limit);
  return {
    below,
    pick: (items) => {
      const item = items[below(items.length)];
      if (item === undefined) throw new Error("there is nothing to pick from");
      return item;
    },
    bytes: (count) => Buffer.from(Array.from({ length: count }, () => below(256))),
  };
};
