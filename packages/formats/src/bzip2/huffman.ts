import { FormatFault } from "../format-fault.ts";
import type { BitReader } from "./bit-reader.ts";

const MAX_CODE_BITS = 20;

/** A canonical Huffman code: the limit of each code length, and the symbols in order. */
export interface Code {
  readonly limits: Int32Array;
  readonly bases: Int32Array;
  readonly symbols: Uint16Array;
  readonly shortest: number;
}

const refuse = (at: number): never => {
  throw new FormatFault("malformed", "the bzip2 stream has an invalid Huffman code", at);
};

const readLengths = (reader: BitReader, symbolCount: number): Uint8Array => {
  const lengths = new Uint8Array(symbolCount);
  let length = reader.bits(5);
  for (let symbol = 0; symbol < symbolCount; symbol += 1) {
    while (reader.bits(1) === 1) {
      length += reader.bits(1) === 1 ? -1 : 1;
      if (length < 1 || length > MAX_CODE_BITS) return refuse(reader.at);
    }
    if (length < 1 || length > MAX_CODE_BITS) return refuse(reader.at);
    lengths[symbol] = length;
  }
  return lengths;
};

export const readCode = (reader: BitReader, symbolCount: number): Code => {
  const lengths = readLengths(reader, symbolCount);
  const limits = new Int32Array(MAX_CODE_BITS + 2).fill(-1);
  const bases = new Int32Array(MAX_CODE_BITS + 2);
  const symbols = new Uint16Array(symbolCount);
  let [code, placed] = [0, 0];
  for (let length = 1; length <= MAX_CODE_BITS; length += 1) {
    bases[length] = placed - code;
    for (let symbol = 0; symbol < symbolCount; symbol += 1) {
      if (lengths[symbol] !== length) continue;
      symbols[placed] = symbol;
      placed += 1;
      code += 1;
    }
    limits[length] = code - 1;
    code *= 2;
  }
  return { limits, bases, symbols, shortest: Math.min(...lengths) };
};

export const readSymbol = (reader: BitReader, { limits, bases, symbols, shortest }: Code): number => {
  let code = reader.bits(shortest);
  for (let length = shortest; length <= MAX_CODE_BITS; length += 1) {
    if (code <= (limits[length] ?? -1)) return symbols[code + (bases[length] ?? 0)] ?? refuse(reader.at);
    code = code * 2 + reader.bits(1);
  }
  return refuse(reader.at);
};
