export interface EntryPlaces {
  readonly entry: number;
  /** Numbers of four bytes, the largest first byte first. */
  readonly places: Buffer;
}

/** Two entries, or one that is rated alone, and in how many places there is something to ask about. */
export interface Lane {
  readonly a: number;
  readonly b: number;
  readonly available: number;
}

const WORD_BITS = 32;

/** One bit for each place. */
const toBits = ({ places }: EntryPlaces, placeCount: number): Uint32Array => {
  const bits = new Uint32Array(Math.ceil(placeCount / WORD_BITS));
  for (let at = 0; at < places.length; at += 4) {
    const place = places.readUInt32BE(at);
    const word = Math.floor(place / WORD_BITS);
    bits[word] = (bits[word] ?? 0) | (1 << (place % WORD_BITS));
  }
  return bits;
};

const countOnes = (word: number): number => {
  let bits = word - ((word >>> 1) & 0x5555_5555);
  bits = (bits & 0x3333_3333) + ((bits >>> 2) & 0x3333_3333);
  return Math.imul((bits + (bits >>> 4)) & 0x0f0f_0f0f, 0x0101_0101) >>> 24;
};

const countShared = (a: Uint32Array, b: Uint32Array): number =>
  a.reduce((sum, word, index) => sum + countOnes(word & (b[index] ?? 0)), 0);

/** All that can be asked about: each pair, or each entry by itself. A hundred columns in ten thousand prompts take a blink. */
export const findLanes = (entries: readonly EntryPlaces[], placeCount: number, isPairwise: boolean): Lane[] => {
  const sets = entries.map((entry) => ({ entry: entry.entry, bits: toBits(entry, placeCount) }));
  return sets.flatMap((a, index) => {
    const others = isPairwise ? sets.slice(index + 1) : [a];
    return others.map((b) => ({ a: a.entry, b: b.entry, available: countShared(a.bits, b.bits) }));
  });
};
