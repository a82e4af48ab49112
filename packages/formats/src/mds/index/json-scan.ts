import { FormatFault } from "../../format-fault.ts";

const [QUOTE, BACKSLASH, COMMA] = [0x22, 0x5c, 0x2c];
const [OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [0x5b, 0x5d, 0x7b, 0x7d];
/** An entry of an index nests three levels deep, a line of values slightly more. */
const MAX_DEPTH = 64;

export const isSpace = (byte: number): boolean => byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09;

const endOfText = (bytes: Uint8Array, begin: number): number => {
  for (let at = begin + 1; at < bytes.length; at += 1) {
    const byte = bytes[at];
    if (byte === QUOTE) return at + 1;
    if (byte === BACKSLASH) at += 1;
  }
  return -1;
};

/** Change of nesting depth per byte. */
const STEPS = new Int8Array(256);
STEPS[OPEN_OBJECT] = 1;
STEPS[OPEN_LIST] = 1;
STEPS[CLOSE_OBJECT] = -1;
STEPS[CLOSE_LIST] = -1;

const endOfNested = (bytes: Uint8Array, begin: number): number => {
  let depth = 0;
  for (let at = begin; at < bytes.length; at += 1) {
    const byte = bytes[at] ?? 0;
    if (byte === QUOTE) {
      const end = endOfText(bytes, at);
      if (end < 0) return -1;
      at = end - 1;
      continue;
    }
    const step = STEPS[byte] ?? 0;
    if (step === 0) continue;
    depth += step;
    if (depth === 0) return at + 1;
    if (depth > MAX_DEPTH) throw new FormatFault("malformed", "the JSON is nested too deeply", at);
  }
  return -1;
};

const endOfBare = (bytes: Uint8Array, begin: number): number => {
  for (let at = begin; at < bytes.length; at += 1) {
    const byte = bytes[at] ?? 0;
    if (byte === COMMA || byte === CLOSE_OBJECT || byte === CLOSE_LIST || isSpace(byte)) return at;
  }
  return -1;
};

/** End of the JSON value that begins here, or -1 when the bytes end first. Does not validate; the parser does. */
export const endOfValue = (bytes: Uint8Array, begin: number): number => {
  const first = bytes[begin];
  if (first === QUOTE) return endOfText(bytes, begin);
  return first === OPEN_OBJECT || first === OPEN_LIST ? endOfNested(bytes, begin) : endOfBare(bytes, begin);
};
