export interface EntryPositions {
  readonly entry: number;
  /** 4-byte integers, big-endian. */
  readonly positions: Buffer;
}

/** A pair of entries, or one entry that is rated alone, with the number of positions where it can be judged. */
export interface Lane {
  readonly a: number;
  readonly b: number;
  readonly available: number;
}

const WORD_BITS = 32;

/** One bit per position. */
const toBits = ({ positions }: EntryPositions, positionCount: number): Uint32Array => {
  const bits = new Uint32Array(Math.ceil(positionCount / WORD_BITS));
  for (let at = 0; at < positions.length; at += 4) {
    const position = positions.readUInt32BE(at);
    const word = Math.floor(position / WORD_BITS);
    bits[word] = (bits[word] ?? 0) | (1 << (position % WORD_BITS));
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

/** All lanes: each pair, or each single entry. Bit sets keep this fast for 100 columns and 10,000 prompts. */
export const findLanes = (entries: readonly EntryPositions[], positionCount: number, isPairwise: boolean): Lane[] => {
  const sets = entries.map((entry) => ({ entry: entry.entry, bits: toBits(entry, positionCount) }));
  return sets.flatMap((a, index) => {
    const others = isPairwise ? sets.slice(index + 1) : [a];
    return others.map((b) => ({ a: a.entry, b: b.entry, available: countShared(a.bits, b.bits) }));
  });
};
