/** The reference implementation of `rankSql`, for use without a replica and for tests. */
export const mixOrdinal = (ordinal: number, seed: number): number => {
  const high = Math.floor(ordinal / 2 ** 32) >>> 0;
  let x = ((ordinal >>> 0) ^ Math.imul(high, 0x9e37_79b1) ^ Math.imul(seed, 0x85eb_ca6b)) >>> 0;
  x = (x ^ (x >>> 16)) >>> 0;
  x = Math.imul(x, 0x7feb_352d) >>> 0;
  x = (x ^ (x >>> 15)) >>> 0;
  x = Math.imul(x, 0x846c_a68b) >>> 0;
  return (x ^ (x >>> 16)) >>> 0;
};

const whole = (value: number): string => `${value}::ubigint`;
const BITS_32 = whole(0xffff_ffff);
const times = (x: string, factor: number): string => `((${x} * ${whole(factor)}) & ${BITS_32})`;
const folded = (x: string, by: number): string => `xor(${x}, ${x} >> ${whole(by)})`;

/**
 * A pseudo-random 64-bit rank of each row, stable for a row and a seed: the order of a sample. Written out instead of
 * using an engine function, so that no engine release changes existing samples.
 */
export const rankSql = (seed: number): string => {
  const low = `(rowid::ubigint & ${BITS_32})`;
  const high = times(`(rowid::ubigint >> ${whole(32)})`, 0x9e37_79b1);
  const begun = `xor(xor(${low}, ${high}), ${whole(Math.imul(seed, 0x85eb_ca6b) >>> 0)})`;
  const once = times(folded(begun, 16), 0x7feb_352d);
  const twice = times(folded(once, 15), 0x846c_a68b);
  return `(${folded(twice, 16)} * ${whole(2 ** 32)} + ${low})`;
};
