import { FormatFault } from "../format-fault.ts";

const FIRST_BYTES = 65_536;

const TABLE = Int32Array.from({ length: 256 }, (_, byte) => {
  let word = byte << 24;
  for (let bit = 0; bit < 8; bit += 1) word = word & 0x8000_0000 ? (word << 1) ^ 0x04c1_1db7 : word << 1;
  return word;
});

/** Output buffer with a size limit, and the checksum of its latest block. */
export class GrownBytes {
  #bytes: Uint8Array<ArrayBuffer>;
  #length = 0;
  #blockStart = 0;
  readonly #maxBytes: number;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
    this.#bytes = new Uint8Array(Math.min(maxBytes, FIRST_BYTES));
  }

  add(byte: number, times: number): void {
    const end = this.#length + times;
    if (end > this.#bytes.length) this.#grow(end);
    for (let at = this.#length; at < end; at += 1) this.#bytes[at] = byte;
    this.#length = end;
  }

  /** Refuses so many more bytes if they exceed the limit. */
  assertRoom(bytes: number): void {
    const needed = this.#length + bytes;
    if (needed > this.#maxBytes) throw new FormatFault("too_large", `it inflates to more than ${this.#maxBytes} bytes`);
  }

  #grow(needed: number): void {
    this.assertRoom(needed - this.#length);
    const bytes = new Uint8Array(Math.min(this.#maxBytes, Math.max(needed, this.#bytes.length * 2)));
    bytes.set(this.#bytes.subarray(0, this.#length));
    this.#bytes = bytes;
  }

  /** Checksum of the bytes added since the last call. */
  takeChecksum(): number {
    const [bytes, length] = [this.#bytes, this.#length];
    let sum = -1;
    for (let at = this.#blockStart; at < length; at += 1)
      sum = (sum << 8) ^ (TABLE[((sum >>> 24) ^ (bytes[at] ?? 0)) & 0xff] ?? 0);
    this.#blockStart = length;
    return ~sum >>> 0;
  }

  done(): Uint8Array {
    return this.#bytes.subarray(0, this.#length);
  }
}
