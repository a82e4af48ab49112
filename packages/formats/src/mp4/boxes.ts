import { FormatFault } from "../format-fault.ts";

/** An ISO base media box in memory. */
export interface Box {
  readonly type: string;
  /** Start of its content in `bytes`. */
  readonly begin: number;
  readonly end: number;
}

export interface BoxHead {
  readonly type: string;
  readonly headBytes: number;
  /** Size with its header; undefined when it runs to the end of the file. */
  readonly bytes: number | undefined;
}

export const MOST_HEAD_BYTES = 16;
const MOST_BOXES = 10_000;

export const viewOf = (bytes: Uint8Array): DataView => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);

/** Parses the header of a box; needs `MOST_HEAD_BYTES` (or all that is left) in the view. */
export const readBoxHead = (view: DataView, at: number, where: number): BoxHead => {
  if (at + 8 > view.byteLength) throw new FormatFault("truncated", "a box of the mp4 has no header", where);
  const small = view.getUint32(at);
  const type = String.fromCharCode(
    view.getUint8(at + 4),
    view.getUint8(at + 5),
    view.getUint8(at + 6),
    view.getUint8(at + 7),
  );
  if (small === 0) return { type, headBytes: 8, bytes: undefined };
  if (small !== 1) {
    if (small < 8) throw new FormatFault("malformed", "a box of the mp4 is smaller than its own header", where);
    return { type, headBytes: 8, bytes: small };
  }
  if (at + 16 > view.byteLength) throw new FormatFault("truncated", "a box of the mp4 has no header", where);
  const bytes = view.getUint32(at + 8) * 2 ** 32 + view.getUint32(at + 12);
  if (bytes < 16 || !Number.isSafeInteger(bytes))
    throw new FormatFault("malformed", "a box of the mp4 has an invalid size", where);
  return { type, headBytes: 16, bytes };
};

/** The sibling boxes in `[begin, end)`. Each must lie completely inside. */
export const listBoxes = (view: DataView, begin: number, end: number): readonly Box[] => {
  const boxes: Box[] = [];
  let at = begin;
  // Some writers end a container with four zero bytes, which are not a box.
  while (at + 8 <= end) {
    const head = readBoxHead(view, at, at);
    const boxEnd = head.bytes === undefined ? end : at + head.bytes;
    if (boxEnd > end) throw new FormatFault("malformed", `box ${head.type} of the mp4 is larger than its parent`, at);
    boxes.push({ type: head.type, begin: at + head.headBytes, end: boxEnd });
    if (boxes.length > MOST_BOXES) throw new FormatFault("too_large", "the mp4 has too many boxes", at);
    at = boxEnd;
  }
  return boxes;
};

export const findBox = (view: DataView, parent: Box, ...path: readonly string[]): Box | undefined => {
  let box: Box | undefined = parent;
  for (const type of path) {
    if (box === undefined) return undefined;
    box = listBoxes(view, box.begin, box.end).find((child) => child.type === type);
  }
  return box;
};

/** A full box: version and flags, then its content. */
export const readFullBox = (view: DataView, box: Box): { version: number; at: number } => {
  if (box.begin + 4 > box.end) throw new FormatFault("malformed", `box ${box.type} of the mp4 is truncated`, box.begin);
  return { version: view.getUint8(box.begin), at: box.begin + 4 };
};

/** Number of table entries, after checking that all of them fit into the box. */
export const countEntries = (view: DataView, box: Box, at: number, entryBytes: number): number => {
  if (at + 4 > box.end) throw new FormatFault("malformed", `box ${box.type} of the mp4 is truncated`, at);
  const entries = view.getUint32(at);
  if (at + 4 + entries * entryBytes > box.end)
    throw new FormatFault("malformed", `box ${box.type} of the mp4 claims more entries than it contains`, at);
  return entries;
};

export const needBytes = (box: Box, at: number, bytes: number): void => {
  if (at + bytes > box.end) throw new FormatFault("malformed", `box ${box.type} of the mp4 is truncated`, at);
};
