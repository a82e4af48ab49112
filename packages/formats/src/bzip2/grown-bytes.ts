import { FormatFault } from "../format-fault.ts";

const FIRST_BYTES = 65_536;

const TABLE = Int32Array.from({ length: 256 }, (_, byte) => {
  let word = byte << 24;
  for (let bit = 0; bit < 8; bit += 1) word = word & 0x8000_0000 ? (word << 1) ^ 0x04c1_1db7 : word << 1;
  return word;
});

/**
 * Output buffer with a size limit, and the checksum of its latest block. The buffer is open to the loop that fills it, which
 * would take three times as long with a call for each byte.
 */
export class GrownBytes {
  bytes: Uint8Array<ArrayBuffer>;
  length = 0;
  #blockStart = 0;
  readonly #maxBytes: number;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
    this.bytes = new Uint8Array(Math.min(maxBytes, FIRST_BYTES));
  }

  /** Refuses a length beyond the limit. */
  assertLength(length: number): void {
    if (length > this.#maxBytes) throw new FormatFault("too_large", `it inflates to more than ${this.#maxBytes} bytes`);
  }

  /** The buffer, moved if it was shorter than `needed`. */
  grow(needed: number): Uint8Array<ArrayBuffer> {
    this.assertLength(needed);
    if (needed <= this.bytes.length) return this.bytes;
    const bytes = new Uint8Array(Math.min(this.#maxBytes, Math.max(needed, this.bytes.length * 2)));
    bytes.set(this.bytes);
    this.bytes = bytes;
    return bytes;
  }

  /** Checksum of the bytes added since the last call. */
  takeChecksum(): number {
    const { bytes, length } = this;
    let sum = -1;
    for (let at = this.#blockStart; at < length; at += 1)
      sum = (sum << 8) ^ (TABLE[((sum >>> 24) ^ (bytes[at] ?? 0)) & 0xff] ?? 0);
    this.#blockStart = length;
    return ~sum >>> 0;
  }

  done(): Uint8Array {
    return this.bytes.subarray(0, this.length);
  }
}
