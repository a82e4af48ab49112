import { FormatFault } from "../../format-fault.ts";
import { EntryParser, parseJson } from "./entry-parser.ts";
import { endOfValue, isSpace } from "./json-scan.ts";

const [QUOTE, COMMA, COLON] = [0x22, 0x2c, 0x3a];
const [OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [0x5b, 0x5d, 0x7b, 0x7d];

export interface IndexSink {
  /** Receives one parsed object of the list of shards. */
  readonly shard: (entry: unknown, at: number) => void;
  readonly field: (name: string, value: unknown) => void;
}

type Expecting = "open" | "firstKey" | "key" | "colon" | "value" | "field" | "firstShard" | "shard" | "shards" | "done";

/**
 * Splits `{"shards": [{…}, {…}], …}` as its bytes arrive, so that an index of any length is neither buffered whole nor
 * parsed into one object tree.
 */
export class IndexSplitter {
  #expecting: Expecting = "open";
  #key = "";
  #hasShards = false;
  /** Bytes before the current buffer. */
  #passed = 0;
  #tail: Uint8Array = new Uint8Array(0);
  readonly #entries = new EntryParser();
  readonly #sink: IndexSink;
  readonly #maxValueBytes: number;

  constructor(sink: IndexSink, maxValueBytes: number) {
    this.#sink = sink;
    this.#maxValueBytes = maxValueBytes;
  }

  push(chunk: Uint8Array): void {
    const bytes = this.#joinTail(chunk);
    let at = 0;
    while (at < bytes.length) {
      if (isSpace(bytes[at] ?? 0)) at += 1;
      else {
        const next = this.#step(bytes, at);
        if (next < 0) break;
        at = next;
      }
    }
    if (bytes.length - at > this.#maxValueBytes) this.#refuse(at, "too_large", "an entry of the index is too long");
    this.#tail = new Uint8Array(bytes.subarray(at));
    this.#passed += at;
  }

  finish(): void {
    if (this.#expecting !== "done" || this.#tail.length > 0) {
      this.#refuse(this.#tail.length, "truncated", "the index is truncated");
    }
    if (!this.#hasShards) this.#refuse(0, "malformed", "the index has no shards");
  }

  #joinTail(chunk: Uint8Array): Uint8Array {
    if (this.#tail.length === 0) return chunk;
    const bytes = new Uint8Array(this.#tail.length + chunk.length);
    bytes.set(this.#tail);
    bytes.set(chunk, this.#tail.length);
    return bytes;
  }

  /** Returns the offset to continue at; -1 when the value is not complete yet. */
  #step(bytes: Uint8Array, at: number): number {
    switch (this.#expecting) {
      case "open":
        return this.#take(bytes, at, OPEN_OBJECT, "firstKey");
      case "firstKey":
        return bytes[at] === CLOSE_OBJECT ? this.#move(at, "done") : this.#readKey(bytes, at);
      case "key":
        return this.#readKey(bytes, at);
      case "colon":
        return this.#take(bytes, at, COLON, "value");
      case "value":
        return this.#key === "shards" ? this.#openShards(bytes, at) : this.#readField(bytes, at);
      case "field":
        return bytes[at] === COMMA ? this.#move(at, "key") : this.#take(bytes, at, CLOSE_OBJECT, "done");
      case "firstShard":
        return bytes[at] === CLOSE_LIST ? this.#move(at, "field") : this.#readShard(bytes, at);
      case "shard":
        return this.#readShard(bytes, at);
      case "shards":
        return bytes[at] === COMMA ? this.#move(at, "shard") : this.#take(bytes, at, CLOSE_LIST, "field");
      default:
        return this.#refuse(at, "malformed", "there is data after the end of the index");
    }
  }

  #move(at: number, expecting: Expecting): number {
    this.#expecting = expecting;
    return at + 1;
  }

  #take(bytes: Uint8Array, at: number, byte: number, expecting: Expecting): number {
    if (bytes[at] !== byte) this.#refuse(at, "malformed", "the index is not JSON");
    return this.#move(at, expecting);
  }

  #openShards(bytes: Uint8Array, at: number): number {
    if (this.#hasShards) this.#refuse(at, "malformed", "the index has two lists of shards");
    this.#hasShards = true;
    return this.#take(bytes, at, OPEN_LIST, "firstShard");
  }

  #readKey(bytes: Uint8Array, at: number): number {
    if (bytes[at] !== QUOTE) this.#refuse(at, "malformed", "the index is not JSON");
    const end = endOfValue(bytes, at);
    if (end < 0) return -1;
    this.#key = String(parseJson(bytes.subarray(at, end), this.#passed + at));
    this.#expecting = "colon";
    return end;
  }

  #readField(bytes: Uint8Array, at: number): number {
    const end = endOfValue(bytes, at);
    if (end < 0) return -1;
    this.#refuseLong(at, end);
    this.#sink.field(this.#key, parseJson(bytes.subarray(at, end), this.#passed + at));
    this.#expecting = "field";
    return end;
  }

  #readShard(bytes: Uint8Array, at: number): number {
    const end = endOfValue(bytes, at);
    if (end < 0) return -1;
    this.#refuseLong(at, end);
    const place = this.#passed + at;
    this.#sink.shard(this.#entries.parse(bytes.subarray(at, end), place), place);
    this.#expecting = "shards";
    return end;
  }

  #refuseLong(at: number, end: number): void {
    if (end - at > this.#maxValueBytes) this.#refuse(at, "too_large", "an entry of the index is too long");
  }

  #refuse(at: number, kind: "malformed" | "truncated" | "too_large", message: string): never {
    throw new FormatFault(kind, message, this.#passed + at);
  }
}
