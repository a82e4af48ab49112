import { FormatFault } from "../../format-fault.ts";
import type { Bounds } from "../shards/offsets.ts";
import { parseText } from "../values/parse-text.ts";
import { endOfValue, isSpace } from "./json-scan.ts";

const [QUOTE, COMMA, COLON, OPEN_OBJECT, CLOSE_OBJECT] = [0x22, 0x2c, 0x3a, 0x7b, 0x7d];

/** Byte range of each member of a JSON object. The last of two duplicate keys wins, as in Python. */
export const listMembers = (bytes: Uint8Array, origin: number): Map<string, Bounds> => {
  const members = new Map<string, Bounds>();
  const refuse = (at: number): never => {
    throw new FormatFault("malformed", "the line is not a JSON object", origin + at);
  };
  const skip = (from: number): number => {
    let at = from;
    while (isSpace(bytes[at] ?? 0)) at += 1;
    return at;
  };
  const take = (from: number, byte: number): number => {
    const at = skip(from);
    return bytes[at] === byte ? at + 1 : refuse(at);
  };
  const valueAt = (from: number): Bounds => {
    const begin = skip(from);
    const end = endOfValue(bytes, begin);
    return end > begin ? { begin, end } : refuse(begin);
  };
  let at = skip(take(0, OPEN_OBJECT));
  while (bytes[at] !== CLOSE_OBJECT) {
    if (members.size > 0) at = skip(take(at, COMMA));
    if (bytes[at] !== QUOTE) refuse(at);
    const key = valueAt(at);
    const value = valueAt(take(key.end, COLON));
    members.set(String(parseText(bytes.subarray(key.begin, key.end), origin + key.begin)), value);
    at = skip(value.end);
  }
  if (skip(at + 1) !== bytes.length) refuse(at);
  return members;
};
