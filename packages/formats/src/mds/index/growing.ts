import { FormatFault } from "../../format-fault.ts";

interface Numbers {
  readonly length: number;
  [index: number]: number;
  set(from: ArrayLike<number>): void;
}

/** A typed array that grows by doubling. */
export class Growing<List extends Numbers> {
  #values: List;
  readonly #make: (length: number) => List;
  length = 0;

  constructor(make: (length: number) => List) {
    this.#make = make;
    this.#values = make(256);
  }

  push(value: number): void {
    if (this.length === this.#values.length) this.#values = this.#copy(this.length * 2);
    this.#values[this.length] = value;
    this.length += 1;
  }

  #copy(length: number): List {
    const values = this.#make(length);
    values.set(this.#values);
    return values;
  }

  done(): List {
    const values = this.#make(this.length);
    for (let at = 0; at < this.length; at += 1) values[at] = this.#values[at] ?? 0;
    return values;
  }
}

const WIDEST_UTF8 = 3;

/** Concatenated texts and bytes, without an object for each. */
export class BytePool {
  #bytes = new Uint8Array(4096);
  #used = 0;
  readonly #starts = new Growing((length) => new Uint32Array(length));
  readonly #encoder = new TextEncoder();
  readonly #decoder = new TextDecoder();

  get sizeBytes(): number {
    return this.#bytes.length + this.#starts.length * Uint32Array.BYTES_PER_ELEMENT;
  }

  addText(text: string): void {
    this.#starts.push(this.#used);
    this.#reserve(text.length * WIDEST_UTF8);
    this.#used += this.#encoder.encodeInto(text, this.#bytes.subarray(this.#used)).written;
  }

  /** Starts a record of single bytes. */
  begin(): void {
    this.#starts.push(this.#used);
  }

  addByte(byte: number): void {
    if (this.#used === this.#bytes.length) this.#reserve(1);
    this.#bytes[this.#used] = byte;
    this.#used += 1;
  }

  close(): BytePoolView {
    this.#bytes = this.#bytes.slice(0, this.#used);
    const [bytes, starts, decoder] = [this.#bytes, this.#starts.done(), this.#decoder];
    const recordAt = (at: number): Uint8Array => bytes.subarray(starts[at] ?? 0, starts[at + 1] ?? bytes.length);
    return { recordAt, textAt: (at) => decoder.decode(recordAt(at)), sizeBytes: this.sizeBytes };
  }

  #reserve(more: number): void {
    if (this.#used + more <= this.#bytes.length) return;
    const length = Math.max(this.#bytes.length * 2, this.#used + more);
    if (length > 0xffff_ffff) throw new FormatFault("too_large", "the index has too many names");
    const bytes = new Uint8Array(length);
    bytes.set(this.#bytes.subarray(0, this.#used));
    this.#bytes = bytes;
  }
}

export interface BytePoolView {
  readonly recordAt: (at: number) => Uint8Array;
  readonly textAt: (at: number) => string;
  readonly sizeBytes: number;
}
