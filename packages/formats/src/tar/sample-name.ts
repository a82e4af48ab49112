import { FormatFault } from "../format-fault.ts";

/** Readers like wids know no other names than those of the first header. */
const HEADER_NAME_BYTES = 100;
/** Columns with very long names leave less, and then names need a second header. */
const LEAST_NAME_LENGTH = 48;
const ESCAPED = /[^A-Za-z0-9_-]/gu;
const EMPTY = "%";
const CUT = "%-";
const HASH_BYTES = 16;
const utf8 = new TextEncoder();

const hexOf = (bytes: Uint8Array): string => Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");

const escapeCharacter = (character: string): string =>
  hexOf(utf8.encode(character)).toUpperCase().replace(/../g, "%$&");

const escapeKey = (key: string): string => {
  if (!key.isWellFormed()) throw new FormatFault("malformed", "a key is not valid Unicode");
  return key === "" ? EMPTY : key.replace(ESCAPED, escapeCharacter).replace(/^_/, "%5F");
};

/** The most letters that a sample's name can have if its longest extension shall fit with it. */
export const mostNameLength = (suffixes: readonly string[]): number =>
  Math.max(LEAST_NAME_LENGTH, HEADER_NAME_BYTES - 1 - Math.max(...suffixes.map(({ length }) => length)));

/** As long as the name of the sample. */
export const measureSampleName = (key: string, mostLength: number): number =>
  Math.min(mostLength, escapeKey(key).length);

/**
 * The name of a sample in a tar. WebDataset ends a key at the first dot of the file name, takes slashes for folders and
 * skips names like `__this__`, so all but ASCII letters, digits, `-` and `_` are written as their UTF-8 bytes in
 * percent-encoding, and so is an underscore at the start; the empty key is a lone `%`. A name that would be too long is cut
 * and ends with `%-` and half of the SHA-256 of its key. So different keys have different names, and `decodeURIComponent`
 * gives the key back from any name that is not cut or empty.
 */
export const nameSample = async (key: string, mostLength: number): Promise<string> => {
  const name = escapeKey(key);
  if (name.length <= mostLength) return name;
  const hash = new Uint8Array(await crypto.subtle.digest("SHA-256", utf8.encode(key))).subarray(0, HASH_BYTES);
  const ending = CUT + hexOf(hash);
  return name.slice(0, mostLength - ending.length) + ending;
};
