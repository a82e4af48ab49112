const STEP_BYTES = 64 * 1024;
/** The least that a box takes which players pass over. */
const BOX_BYTES = 8;

/** As long as the longer of the two, with room for padding in both: so neither's length tells which it is. */
export const paddedBytes = (...clipBytes: readonly number[]): number =>
  Math.ceil((Math.max(...clipBytes) + BOX_BYTES) / STEP_BYTES) * STEP_BYTES;

/** The bytes `first` to `last` of the box that fills up a file: its head, and zeros. */
export const paddingOf = (boxBytes: number, first: number, last: number): Buffer => {
  const head = Buffer.alloc(BOX_BYTES);
  head.writeUInt32BE(boxBytes, 0);
  head.write("free", 4, "latin1");
  const bytes = Buffer.alloc(last - first + 1);
  if (first < BOX_BYTES) head.copy(bytes, 0, first, Math.min(BOX_BYTES, last + 1));
  return bytes;
};
