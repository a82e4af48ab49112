const GOLDEN = 0x9e3779b9;

/** One step of a small mixing function: near numbers go in, far ones come out. */
const mix = (value: number): number => {
  let mixed = value ^ (value >>> 16);
  mixed = Math.imul(mixed, 0x85ebca6b);
  mixed ^= mixed >>> 13;
  mixed = Math.imul(mixed, 0xc2b2ae35);
  return (mixed ^ (mixed >>> 16)) >>> 0;
};

/** The sample of a draw: the same seed draws the same ones in the same order, on every machine. */
export const drawIndex = (seed: number, draw: number, samples: number): number => {
  const high = mix(seed + Math.imul(draw, GOLDEN));
  const low = mix(high ^ GOLDEN);
  // 53 bits, as many as a number holds, so that a set of a billion is drawn from evenly.
  const share = (high * 2 ** 21 + (low >>> 11)) / 2 ** 53;
  return Math.min(samples - 1, Math.floor(share * samples));
};
