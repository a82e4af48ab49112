import { FormatFault } from "../format-fault.ts";

const FIRST_BYTES = 65_536;

const TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  let word = byte << 24;
  for (let bit = 0; bit < 8; bit += 1) word = word & 0x8000_0000 ? (word << 1) ^ 0x04c1_1db7 : word << 1;
  return word;
});

/** Output buffer with a size limit, and the checksum of its latest block. */
export class GrownBytes {
  #bytes: Uint8Array<ArrayBuffer>;
  #length = 0;
  #checksum = 0xffff_ffff;
  readonly #maxBytes: number;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
    this.#bytes = new Uint8Array(Math.min(maxBytes, FIRST_BYTES));
  }

  add(byte: number, times: number): void {
    const end = this.#length + times;
    if (end > this.#bytes.length) this.#grow(end);
    this.#bytes.fill(byte, this.#length, end);
    this.#length = end;
    let sum = this.#checksum;
    for (let time = 0; time < times; time += 1) sum = (sum << 8) ^ (TABLE[((sum >>> 24) ^ byte) & 0xff] ?? 0);
    this.#checksum = sum;
  }

  #grow(needed: number): void {
    if (needed > this.#maxBytes) throw new FormatFault("too_large", `it inflates to more than ${this.#maxBytes} bytes`);
    const bytes = new Uint8Array(Math.min(this.#maxBytes, Math.max(needed, this.#bytes.length * 2)));
    bytes.set(this.#bytes.subarray(0, this.#length));
    this.#bytes = bytes;
  }

  /** Checksum of the bytes added since the last call. */
  takeChecksum(): number {
    const sum = ~this.#checksum >>> 0;
    this.#checksum = 0xffff_ffff;
    return sum;
  }

  done(): Uint8Array {
    return this.#bytes.subarray(0, this.#length);
  }
}
