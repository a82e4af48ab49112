import type { Points } from "./points.ts";

/**
 * The packed form of points: a version byte, the count (uint32), the steps as varint deltas, the times as zigzag varint
 * deltas, and the values as little-endian doubles, which keep NaN and the infinities. About 11 bytes a point.
 */
const VERSION = 1;
const HEAD_BYTES = 5;
/** Of a varint below 2⁵³. */
const MAX_VARINT_BYTES = 8;
const DOUBLE_BYTES = 8;

const writeVarint = (into: Buffer, value: number, at: number): number => {
  let [rest, end] = [value, at];
  // Bit operations are exact below 2³¹ only, and division is slow.
  while (rest >= 0x80000000) {
    into[end++] = (rest % 128) | 128;
    rest = Math.floor(rest / 128);
  }
  while (rest >= 128) {
    into[end++] = (rest & 127) | 128;
    rest >>>= 7;
  }
  into[end++] = rest;
  return end;
};

const zigzag = (delta: number): number => (delta >= 0 ? delta * 2 : -delta * 2 - 1);
const unzigzag = (value: number): number => (value % 2 === 0 ? value / 2 : -(value + 1) / 2);

export const encodePoints = ({ steps, values, times }: Points): Buffer => {
  const count = steps.length;
  const out = Buffer.allocUnsafe(HEAD_BYTES + count * (2 * MAX_VARINT_BYTES + DOUBLE_BYTES));
  out[0] = VERSION;
  out.writeUInt32LE(count, 1);
  let end = HEAD_BYTES;
  let last = 0;
  for (const step of steps) {
    end = writeVarint(out, step - last, end);
    last = step;
  }
  last = 0;
  for (const time of times) {
    end = writeVarint(out, zigzag(time - last), end);
    last = time;
  }
  for (const value of values) end = out.writeDoubleLE(value, end);
  return out.subarray(0, end);
};

class VarintReader {
  private readonly bytes: Buffer;
  at: number;
  constructor(bytes: Buffer, at: number) {
    this.bytes = bytes;
    this.at = at;
  }
  next(): number {
    let [value, scale] = [0, 1];
    for (;;) {
      const byte = this.bytes[this.at++];
      if (byte === undefined) throw new Error("packed points end too early");
      value += (byte & 127) * scale;
      if (byte < 128) return value;
      scale *= 128;
    }
  }
}

export const decodePoints = (bytes: Buffer): Points => {
  if (bytes[0] !== VERSION) throw new Error(`packed points have the unknown version ${bytes[0]}`);
  const count = bytes.readUInt32LE(1);
  const reader = new VarintReader(bytes, HEAD_BYTES);
  const [steps, values, times] = [new Float64Array(count), new Float64Array(count), new Float64Array(count)];
  let last = 0;
  for (let at = 0; at < count; at += 1) {
    last += reader.next();
    steps[at] = last;
  }
  last = 0;
  for (let at = 0; at < count; at += 1) {
    last += unzigzag(reader.next());
    times[at] = last;
  }
  for (let at = 0; at < count; at += 1) values[at] = bytes.readDoubleLE(reader.at + at * DOUBLE_BYTES);
  return { steps, values, times };
};
