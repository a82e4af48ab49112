/** Mixes two words into one, with the finaliser of MurmurHash3. */
export const mix = (one: number, other: number): number => {
  let word = Math.imul(one ^ Math.imul(other, 0x9e37_79b1), 0x85eb_ca6b);
  word = Math.imul(word ^ (word >>> 13), 0xc2b2_ae35);
  word ^= word >>> 16;
  return (word + Math.imul(other, 0x27d4_eb2f)) >>> 0;
};

const ROUNDS = 4;

/**
 * A permutation of 0…size-1 with random access: a Feistel network over the next even number of bits, with cycle walking
 * until the result lies in range.
 */
export const seededPermutation = (size: number, key: number): ((place: number) => number) => {
  const bits = Math.max(1, Math.ceil(Math.log2(Math.max(2, size)) / 2));
  const mask = 2 ** bits - 1;
  const keys = Array.from({ length: ROUNDS }, (_, round) => mix(key, round + 1));
  const once = (place: number): number => {
    let [left, right] = [Math.floor(place / 2 ** bits), place & mask];
    for (const roundKey of keys) [left, right] = [right, (left ^ (mix(right, roundKey) & mask)) >>> 0];
    return left * 2 ** bits + right;
  };
  return (place) => {
    let image = once(place);
    while (image >= size) image = once(image);
    return image;
  };
};

/** The numbers 0…length-1 in an order that depends only on the key. */
export const shuffledPlaces = (length: number, key: number): Uint32Array => {
  const places = Uint32Array.from({ length }, (_, place) => place);
  for (let last = length - 1; last > 0; last -= 1) {
    const other = Math.floor((mix(key, last) / 2 ** 32) * (last + 1));
    [places[last], places[other]] = [places[other] ?? 0, places[last] ?? 0];
  }
  return places;
};
