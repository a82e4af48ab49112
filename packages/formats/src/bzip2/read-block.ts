import { FormatFault } from "../format-fault.ts";
import type { BitReader } from "./bit-reader.ts";
import { type Code, readCode, readSymbol } from "./huffman.ts";

const GROUP_SYMBOLS = 50;

const refuse = (reader: BitReader): never => {
  throw new FormatFault("malformed", "a block of the bzip2 stream is invalid", reader.at);
};

/** The byte values that occur in the block. */
const readUsed = (reader: BitReader): Uint8Array => {
  const rows = reader.bits(16);
  const used: number[] = [];
  for (let row = 0; row < 16; row += 1) {
    if ((rows & (0x8000 >> row)) === 0) continue;
    const marks = reader.bits(16);
    for (let column = 0; column < 16; column += 1) if (marks & (0x8000 >> column)) used.push(row * 16 + column);
  }
  return used.length === 0 ? refuse(reader) : Uint8Array.from(used);
};

const moveToFront = (list: Uint8Array, place: number): number => {
  const value = list[place] ?? 0;
  // Most moves are short, and for those a loop is cheaper than a call of the runtime.
  if (place > 64) list.copyWithin(1, 0, place);
  else for (let at = place; at > 0; at -= 1) list[at] = list[at - 1] ?? 0;
  list[0] = value;
  return value;
};

/** The Huffman table of each group of symbols. */
const readSelectors = (reader: BitReader, codeCount: number): Uint8Array => {
  const selectors = new Uint8Array(reader.bits(15));
  const order = Uint8Array.from({ length: codeCount }, (_, place) => place);
  for (let at = 0; at < selectors.length; at += 1) {
    let place = 0;
    while (reader.bits(1) === 1) {
      place += 1;
      if (place >= codeCount) return refuse(reader);
    }
    selectors[at] = moveToFront(order, place);
  }
  return selectors;
};

interface Codes {
  readonly selectors: Uint8Array;
  readonly codes: readonly Code[];
}

const readCodes = (reader: BitReader, symbolCount: number): Codes => {
  const codeCount = reader.bits(3);
  if (codeCount < 2 || codeCount > 6) return refuse(reader);
  const selectors = readSelectors(reader, codeCount);
  return { selectors, codes: Array.from({ length: codeCount }, () => readCode(reader, symbolCount)) };
};

/** Decodes the symbols of the block, each with its group's table. */
const symbolsOf = (reader: BitReader, { selectors, codes }: Codes): (() => number) => {
  let [at, code]: [number, Code | undefined] = [0, undefined];
  return () => {
    if (at % GROUP_SYMBOLS === 0) code = codes[selectors[at / GROUP_SYMBOLS] ?? -1];
    at += 1;
    return code === undefined ? refuse(reader) : readSymbol(reader, code);
  };
};

/** The last column of the Burrows-Wheeler transform: run lengths and move-to-front indexes. */
const readColumn = (reader: BitReader, used: Uint8Array, codes: Codes, column: Uint32Array): number => {
  const endSymbol = used.length + 1;
  const nextSymbol = symbolsOf(reader, codes);
  let [length, run, weight] = [0, 0, 1];
  for (;;) {
    const symbol = nextSymbol();
    if (symbol <= 1) {
      run += weight * (symbol + 1);
      weight *= 2;
      if (length + run > column.length) return refuse(reader);
      continue;
    }
    column.fill(used[0] ?? 0, length, length + run);
    length += run;
    [run, weight] = [0, 1];
    if (symbol === endSymbol) return length;
    if (length === column.length) return refuse(reader);
    column[length] = moveToFront(used, symbol - 1);
    length += 1;
  }
};

/** Undoes the sorting of the transform: the upper bits of each entry get the index of its successor. */
export const linkColumn = (column: Uint32Array, length: number): void => {
  const starts = new Uint32Array(257);
  for (let at = 0; at < length; at += 1) {
    const next = ((column[at] ?? 0) & 0xff) + 1;
    starts[next] = (starts[next] ?? 0) + 1;
  }
  for (let byte = 1; byte < starts.length; byte += 1) starts[byte] = (starts[byte] ?? 0) + (starts[byte - 1] ?? 0);
  for (let at = 0; at < length; at += 1) {
    const byte = (column[at] ?? 0) & 0xff;
    const place = starts[byte] ?? 0;
    column[place] = ((column[place] ?? 0) | (at << 8)) >>> 0;
    starts[byte] = place + 1;
  }
};

export interface Block {
  readonly checksum: number;
  readonly length: number;
  readonly first: number;
}

/** Reads one block into `column`, whose entries are not linked yet. */
export const readBlock = (reader: BitReader, column: Uint32Array): Block => {
  const checksum = reader.word();
  if (reader.bits(1) === 1)
    throw new FormatFault("unsupported", "randomised bzip2 blocks are not supported", reader.at);
  const first = reader.bits(24);
  const used = readUsed(reader);
  const length = readColumn(reader, used, readCodes(reader, used.length + 2), column);
  if (first >= length) return refuse(reader);
  return { checksum, length, first };
};
