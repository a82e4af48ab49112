import { createHash } from "node:crypto";

export interface Chance {
  /** In [0, 1). */
  next(): number;
  between(min: number, max: number): number;
  pick<T>(items: readonly [T, ...T[]]): T;
}

/** A seeded random generator: the same seed gives the same values on every machine. */
export const chanceOf = (words: string): Chance => {
  let state = createHash("sha256").update(words).digest().readUInt32LE(0);
  const next = (): number => {
    state = (state + 0x6d2b_79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), state | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
  return {
    next,
    between: (min, max) => min + Math.floor(next() * (max - min + 1)),
    pick: (items) => items[Math.floor(next() * items.length)] ?? items[0],
  };
};

/** A deterministic id for a seed. */
export const idOf = (words: string): string => {
  const hex = createHash("sha256").update(words).digest("hex");
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
};
