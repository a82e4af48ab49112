export interface Random {
  /** In [0, 1). */
  unit(): number;
  /** An integer in [0, limit). */
  below(limit: number): number;
}

const splitmix32 = (start: number): (() => number) => {
  let state = start >>> 0;
  return () => {
    state = (state + 0x9e37_79b9) >>> 0;
    let mixed = state ^ (state >>> 16);
    mixed = Math.imul(mixed, 0x21f0_aaad);
    mixed ^= mixed >>> 15;
    mixed = Math.imul(mixed, 0x735a_2d97);
    return (mixed ^ (mixed >>> 15)) >>> 0;
  };
};

const rotate = (value: number, bits: number): number => ((value << bits) | (value >>> (32 - bits))) >>> 0;

/** xoshiro128**: integer arithmetic only, so a seed gives the same numbers on every machine. */
export const seededRandom = (seed: number): Random => {
  if (!Number.isSafeInteger(seed)) throw new RangeError("a seed is a whole number");
  const low = splitmix32(seed >>> 0);
  const high = splitmix32(Math.floor(seed / 2 ** 32) >>> 0);
  let [a, b, c, d] = [low(), high(), low() ^ high(), low() | 1];
  const next = (): number => {
    const result = Math.imul(rotate(Math.imul(b, 5) >>> 0, 7), 9) >>> 0;
    const shifted = b << 9;
    c ^= a;
    d ^= b;
    b ^= c;
    a ^= d;
    c ^= shifted;
    d = rotate(d >>> 0, 11);
    return result;
  };
  return {
    unit: () => ((next() >>> 5) * 2 ** 26 + (next() >>> 6)) / 2 ** 53,
    below: (limit) => Math.floor((next() / 2 ** 32) * limit),
  };
};
