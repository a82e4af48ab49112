import { FormatFault } from "../format-fault.ts";
import { joinBytes } from "../join-bytes.ts";
import { TAR_BLOCK_BYTES } from "./tar-header.ts";

export interface NewTarFile {
  readonly name: string;
  readonly bytes: Uint8Array;
  readonly mtimeS?: number;
}

const encoder = new TextEncoder();
const MOST_OCTAL_BYTES = 8 ** 11 - 1;

const put = (block: Uint8Array, at: number, text: string): void => {
  block.set(encoder.encode(text), at);
};
const octal = (value: number, digits: number): string => `${value.toString(8).padStart(digits, "0")}\0`;

/** Splits a name of more than 100 bytes at a slash into ustar's prefix and name. */
const splitName = (name: string): { prefix: string; rest: string } | undefined => {
  if (encoder.encode(name).length <= 100) return { prefix: "", rest: name };
  for (let slash = name.indexOf("/"); slash > 0; slash = name.indexOf("/", slash + 1)) {
    const [prefix, rest] = [name.slice(0, slash), name.slice(slash + 1)];
    if (encoder.encode(prefix).length <= 155 && rest !== "" && encoder.encode(rest).length <= 100)
      return { prefix, rest };
  }
  return undefined;
};

const makeHeader = (name: string, bytes: number, type: string, mtimeS: number): Uint8Array => {
  const parts = splitName(name) ?? { prefix: "", rest: "pax_header" };
  const block = new Uint8Array(TAR_BLOCK_BYTES);
  put(block, 0, parts.rest);
  put(block, 100, octal(0o644, 7));
  put(block, 108, octal(0, 7));
  put(block, 116, octal(0, 7));
  put(block, 124, octal(bytes, 11));
  put(block, 136, octal(mtimeS, 11));
  put(block, 148, " ".repeat(8));
  put(block, 156, type);
  put(block, 257, "ustar\x0000");
  put(block, 345, parts.prefix);
  const sum = block.reduce((total, byte) => total + byte, 0);
  put(block, 148, `${octal(sum, 6)} `);
  return block;
};

/** The length includes its own digits. */
const paxRecord = (keyword: string, value: string): Uint8Array => {
  const rest = encoder.encode(` ${keyword}=${value}\n`).length;
  let length = rest + String(rest).length;
  if (rest + String(length).length !== length) length = rest + String(length).length;
  return encoder.encode(`${length} ${keyword}=${value}\n`);
};

const paddingOf = (bytes: number): number => (TAR_BLOCK_BYTES - (bytes % TAR_BLOCK_BYTES)) % TAR_BLOCK_BYTES;

/** Zeros that follow the bytes of a member. */
export const tarPadding = (bytes: number): Uint8Array => new Uint8Array(paddingOf(bytes));

/** The header of a member, after a pax header if its name does not fit. */
export const tarMemberHead = (name: string, bytes: number, mtimeS = 0): Uint8Array => {
  if (name === "" || name.includes("\0")) throw new FormatFault("malformed", "a member of a tar needs a name");
  if (bytes > MOST_OCTAL_BYTES) throw new FormatFault("too_large", "a member of a tar has 8 GiB or more");
  const header = makeHeader(name, bytes, "0", mtimeS);
  if (splitName(name) !== undefined) return header;
  const record = paxRecord("path", name);
  return joinBytes([makeHeader("pax_header", record.length, "x", mtimeS), record, tarPadding(record.length), header]);
};

/** Size of a member with its headers and padding. */
export const tarMemberBytes = (name: string, bytes: number): number => {
  const headBytes = TAR_BLOCK_BYTES + bytes + paddingOf(bytes);
  if (splitName(name) !== undefined) return headBytes;
  const { length } = paxRecord("path", name);
  return headBytes + TAR_BLOCK_BYTES + length + paddingOf(length);
};

export const TAR_END_BYTES = 2 * TAR_BLOCK_BYTES;

/** Writes a ustar archive in chunks, with pax headers for names that do not fit; ends with the two empty blocks. */
export function* writeTar(files: Iterable<NewTarFile>): Generator<Uint8Array> {
  for (const { name, bytes, mtimeS = 0 } of files) {
    yield tarMemberHead(name, bytes.length, mtimeS);
    yield bytes;
    yield tarPadding(bytes.length);
  }
  yield new Uint8Array(TAR_END_BYTES);
}

export const concatTar = (files: Iterable<NewTarFile>): Uint8Array => joinBytes([...writeTar(files)]);
