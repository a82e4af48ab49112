import { FormatFault } from "../format-fault.ts";

export const TAR_BLOCK_BYTES = 512;

export interface TarHeader {
  readonly name: string;
  readonly bytes: number;
  /** `0` and NUL are files; `x`, `g`, `L` and `K` describe the next member. */
  readonly type: string;
}

const SIZE_AT = 124;
const CHECKSUM_AT = 148;
const TYPE_AT = 156;
const MAGIC_AT = 257;
const PREFIX_AT = 345;
const SPACE = 0x20;
const text = new TextDecoder("utf-8");

export const isZeroBlock = (block: Uint8Array): boolean => block.every((byte) => byte === 0);

const readText = (block: Uint8Array, at: number, bytes: number): string => {
  const field = block.subarray(at, at + bytes);
  const end = field.indexOf(0);
  return text.decode(end < 0 ? field : field.subarray(0, end));
};

/** Octal digits padded with spaces and NULs. */
const readOctal = (block: Uint8Array, at: number, bytes: number, where: number): number => {
  const digits = readText(block, at, bytes).trim();
  if (digits === "") return 0;
  if (!/^[0-7]+$/.test(digits)) throw new FormatFault("malformed", "a tar header contains an invalid number", where);
  return Number.parseInt(digits, 8);
};

/** GNU's encoding of sizes of 8 GiB and more: the high bit of the first byte, then a base-256 number. */
const readBase256 = (field: Uint8Array, where: number): number => {
  if (field[0] !== 0x80) throw new FormatFault("malformed", "a tar header contains a negative size", where);
  let value = 0;
  for (const byte of field.subarray(1)) value = value * 256 + byte;
  if (!Number.isSafeInteger(value))
    throw new FormatFault("too_large", "the size of a tar member is out of range", where);
  return value;
};

const readSize = (block: Uint8Array, where: number): number => {
  const field = block.subarray(SIZE_AT, SIZE_AT + 12);
  return (field[0] ?? 0) >= 0x80 ? readBase256(field, where) : readOctal(block, SIZE_AT, 12, where);
};

/** Old writers summed signed bytes, so either sum is accepted. */
const checkSum = (block: Uint8Array, where: number): void => {
  let unsigned = 0;
  let signed = 0;
  for (let at = 0; at < block.length; at += 1) {
    const value = at >= CHECKSUM_AT && at < CHECKSUM_AT + 8 ? SPACE : (block[at] ?? 0);
    unsigned += value;
    signed += value > 127 ? value - 256 : value;
  }
  const told = readOctal(block, CHECKSUM_AT, 8, where);
  if (told !== unsigned && told !== signed)
    throw new FormatFault("malformed", "a tar header does not match its checksum", where);
};

/** GNU's own format, whose magic ends with spaces, uses the prefix field for something else. */
const readName = (block: Uint8Array): string => {
  const name = readText(block, 0, 100);
  if (readText(block, MAGIC_AT, 6) !== "ustar") return name;
  const prefix = readText(block, PREFIX_AT, 155);
  return prefix === "" ? name : `${prefix}/${name}`;
};

export const parseTarHeader = (block: Uint8Array, where: number): TarHeader => {
  checkSum(block, where);
  const type = block[TYPE_AT] ?? 0;
  return { name: readName(block), bytes: readSize(block, where), type: type === 0 ? "0" : String.fromCharCode(type) };
};
