import type { Bounds } from "./offsets.ts";

/** Bytes already read, and their offset in the file. */
export interface Piece {
  readonly begin: number;
  readonly bytes: Uint8Array;
}

/** A gap this small costs less than another request. */
const MAX_GAP_BYTES = 4096;

/** Merges neighbouring ranges. */
export const joinRanges = (ranges: readonly Bounds[]): Bounds[] => {
  const joined: { begin: number; end: number }[] = [];
  for (const { begin, end } of [...ranges].sort((one, other) => one.begin - other.begin)) {
    const last = joined.at(-1);
    if (last !== undefined && begin - last.end <= MAX_GAP_BYTES) last.end = Math.max(last.end, end);
    else joined.push({ begin, end });
  }
  return joined;
};

/** The bytes of a range, if one piece contains all of them. */
export const pieceFor = (pieces: readonly Piece[], { begin, end }: Bounds): Uint8Array | undefined => {
  if (begin === end) return new Uint8Array(0);
  const piece = pieces.find((one) => one.begin <= begin && end <= one.begin + one.bytes.length);
  return piece?.bytes.subarray(begin - piece.begin, end - piece.begin);
};
