const STEP_BYTES = 64 * 1024;
/** The smallest `free` box that players skip. */
const BOX_BYTES = 8;

/** Pads both clips to one size, the longer plus a padding box, so that the size identifies neither. */
export const paddedBytes = (...clipBytes: readonly number[]): number =>
  Math.ceil((Math.max(...clipBytes) + BOX_BYTES) / STEP_BYTES) * STEP_BYTES;

/** Bytes `first` to `last` of the padding box: its header, then zeros. */
export const paddingOf = (boxBytes: number, first: number, last: number): Buffer => {
  const head = Buffer.alloc(BOX_BYTES);
  head.writeUInt32BE(boxBytes, 0);
  head.write("free", 4, "latin1");
  const bytes = Buffer.alloc(last - first + 1);
  if (first < BOX_BYTES) head.copy(bytes, 0, first, Math.min(BOX_BYTES, last + 1));
  return bytes;
};
