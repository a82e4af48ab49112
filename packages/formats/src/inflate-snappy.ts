import { FormatFault } from "./format-fault.ts";

const refuse = (at: number): never => {
  throw new FormatFault("malformed", "the snappy block is invalid", at);
};

const readLength = (bytes: Uint8Array): { length: number; at: number } => {
  let length = 0;
  for (let at = 0; at < 5; at += 1) {
    const byte = bytes[at] ?? refuse(at);
    length += (byte & 0x7f) * 2 ** (7 * at);
    if (byte < 0x80) return { length, at: at + 1 };
  }
  return refuse(0);
};

const readLittle = (bytes: Uint8Array, at: number, count: number): number => {
  if (at + count > bytes.length) return refuse(at);
  let value = 0;
  for (let place = 0; place < count; place += 1) value += (bytes[at + place] ?? 0) * 2 ** (8 * place);
  return value;
};

interface Step {
  readonly length: number;
  /** How far back to copy from; 0 for literal bytes. */
  readonly distance: number;
  readonly next: number;
}

const INLINE_LENGTHS = 60;
const PAUSE_BYTES = 4_194_304;

const readStep = (bytes: Uint8Array, at: number): Step => {
  const tag = bytes[at] ?? refuse(at);
  const upper = tag >> 2;
  switch (tag & 3) {
    case 0: {
      const extra = Math.max(0, upper - INLINE_LENGTHS + 1);
      const length = extra === 0 ? upper : readLittle(bytes, at + 1, extra);
      return { length: length + 1, distance: 0, next: at + 1 + extra };
    }
    case 1:
      return { length: (upper & 7) + 4, distance: (tag >> 5) * 256 + readLittle(bytes, at + 1, 1), next: at + 2 };
    case 2:
      return { length: upper + 1, distance: readLittle(bytes, at + 1, 2), next: at + 3 };
    default:
      return { length: upper + 1, distance: readLittle(bytes, at + 1, 4), next: at + 5 };
  }
};

/** A copy may overlap its own output, which repeats the pattern. */
const copyBack = (out: Uint8Array, to: number, distance: number, length: number): void => {
  if (distance >= length) out.copyWithin(to, to - distance, to - distance + length);
  else for (let place = 0; place < length; place += 1) out[to + place] = out[to + place - distance] ?? 0;
};

/** Returns the offset of the next step. */
const takeStep = (bytes: Uint8Array, at: number, out: Uint8Array, made: number, step: Step): number => {
  const { length, distance, next } = step;
  if (made + length > out.length) return refuse(at);
  if ((bytes[at] ?? 0) % 4 === 0) {
    if (next + length > bytes.length) return refuse(at);
    out.set(bytes.subarray(next, next + length), made);
    return next + length;
  }
  if (distance === 0 || distance > made) return refuse(at);
  copyBack(out, made, distance, length);
  return next;
};

/** One raw Snappy block without framing. Yields regularly, so that decompression does not block the event loop. */
export function* inflateSnappy(bytes: Uint8Array, maxBytes: number): Generator<void, Uint8Array> {
  const head = readLength(bytes);
  if (head.length > maxBytes) {
    throw new FormatFault("too_large", `it inflates to ${head.length} bytes; at most ${maxBytes}`);
  }
  // A three-byte step yields at most 64 bytes, so a short block cannot claim a long result.
  if (head.length > bytes.length * 64) return refuse(0);
  const out = new Uint8Array(head.length);
  let [at, made, pauseAt] = [head.at, 0, PAUSE_BYTES];
  while (at < bytes.length) {
    const step = readStep(bytes, at);
    at = takeStep(bytes, at, out, made, step);
    made += step.length;
    if (made < pauseAt) continue;
    pauseAt = made + PAUSE_BYTES;
    yield;
  }
  return made === out.length ? out : refuse(at);
}
