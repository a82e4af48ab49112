/** Combined by OR, as the platform does. As big integers: a mask may have bits beyond the 31 that `|` keeps in order. */
export const orAll = (bits: readonly number[]): bigint => bits.reduce((mask, bit) => mask | BigInt(bit), 0n);

/** 257 → "0b1_0000_0001" */
export const binaryOf = (mask: bigint): string => {
  const digits = mask.toString(2);
  return `0b${digits.replace(/\B(?=(\d{4})+$)/g, "_")}`;
};

/** The mask as it will be; bits that no flag explains stay as they are. */
export const maskAfter = (mask: number, given: readonly number[], taken: readonly number[]): bigint =>
  (BigInt(mask) & ~orAll(taken)) | orAll(given);

/** Bits of the mask that none of the known flags explains, each by its value. */
export const unknownBits = (mask: number, known: readonly number[]): bigint[] => {
  const rest = BigInt(mask) & ~orAll(known);
  return [...rest.toString(2)].toReversed().flatMap((digit, place) => (digit === "1" ? [1n << BigInt(place)] : []));
};
