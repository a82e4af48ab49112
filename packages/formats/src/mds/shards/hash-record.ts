import { FormatFault } from "../../format-fault.ts";
import type { BytePool } from "../index/growing.ts";
import type { RawEntry } from "../index/shard-entry.ts";

const MAX_DIGITS = 254;
const LOWER_A = 0x61;
const DIGIT_0 = 0x30;

const digitOf = (code: number): number => {
  const digit = code >= LOWER_A ? code - LOWER_A + 10 : code - DIGIT_0;
  if (digit < 0 || digit > 15 || (code < LOWER_A && digit > 9)) {
    throw new FormatFault("malformed", "the index: a hash is not hexadecimal");
  }
  return digit;
};

/** Stores each hash as length and bytes: half the size of its hexadecimal digits. */
export const addHashes = (pool: BytePool, algorithms: readonly string[], hashes: RawEntry): void => {
  for (const algorithm of algorithms) {
    const digits = Object.hasOwn(hashes, algorithm) ? hashes[algorithm] : "";
    if (typeof digits !== "string" || digits.length % 2 === 1 || digits.length > MAX_DIGITS) {
      throw new FormatFault("malformed", "the index: a hash is not a string of digits");
    }
    pool.addByte(digits.length / 2);
    for (let at = 0; at < digits.length; at += 2) {
      pool.addByte(digitOf(digits.charCodeAt(at)) * 16 + digitOf(digits.charCodeAt(at + 1)));
    }
  }
};

/** The hashes of each file of a shard, in the order they were added. */
export const readHashes = (record: Uint8Array, algorithms: readonly string[]): Readonly<Record<string, string>>[] => {
  const files: Record<string, string>[] = [];
  let at = 0;
  while (at < record.length) {
    const hashes: Record<string, string> = Object.create(null);
    for (const algorithm of algorithms) {
      const length = record[at] ?? 0;
      const bytes = record.subarray(at + 1, at + 1 + length);
      if (length > 0) hashes[algorithm] = Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
      at += 1 + length;
    }
    files.push(hashes);
  }
  return files;
};
