import { FormatFault } from "../format-fault.ts";

/** Reads bits, most significant first. */
export class BitReader {
  readonly #bytes: Uint8Array;
  #at = 0;
  #held = 0;
  #heldBits = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  get isAtEnd(): boolean {
    return this.#at >= this.#bytes.length;
  }

  get at(): number {
    return this.#at;
  }

  /** At most 24 bits per read. */
  bits(count: number): number {
    while (this.#heldBits < count) {
      const byte = this.#bytes[this.#at];
      if (byte === undefined) throw new FormatFault("truncated", "the bzip2 stream is truncated", this.#at);
      this.#held = ((this.#held << 8) | byte) >>> 0;
      this.#heldBits += 8;
      this.#at += 1;
    }
    this.#heldBits -= count;
    const value = this.#held >>> this.#heldBits;
    this.#held &= ~(-1 << this.#heldBits);
    return value;
  }

  word(): number {
    return this.bits(16) * 65_536 + this.bits(16);
  }

  alignToByte(): void {
    this.#heldBits = 0;
    this.#held = 0;
  }
}
