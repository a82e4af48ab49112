import { createHash } from "node:crypto";
import { promisify } from "node:util";
import { constants, zstdCompress } from "node:zlib";
import type { BucketStorage } from "../../../platform/s3/object-storage.ts";
import { itemListKey } from "../package.rules.ts";
import { listHead } from "./item-list.ts";

/** A part ends with a shard, as soon as it has this much. */
const PART_ROWS = 50_000;
const PART_BYTES = 32 * 1024 ** 2;
const FIRST_BYTES = 16 * 1024 ** 2;
const NEW_LINE = 10;

const zip = promisify(zstdCompress);
/** Twice as fast as the next level for a list that is a tenth larger. */
const FAST = { params: { [constants.ZSTD_c_compressionLevel]: 1 } };

/** Writes the item list in parts. The next part is gathered while the one before is compressed and stored. */
export class ListWriter {
  private readonly storage: Pick<BucketStorage, "putObject">;
  private readonly folder: string;
  private readonly head: Buffer;
  private readonly hash = createHash("sha256");
  private text = Buffer.allocUnsafe(FIRST_BYTES);
  private end: number;
  private partRows = 0;
  private storing: Promise<void> = Promise.resolve();
  private partNumber = 0;

  /** The names of the columns in the order of their values. */
  constructor(storage: Pick<BucketStorage, "putObject">, folder: string, columns: readonly string[]) {
    this.storage = storage;
    this.folder = folder;
    this.head = Buffer.from(listHead(columns));
    this.end = this.head.copy(this.text);
  }

  get part(): number {
    return this.partNumber;
  }

  /** In the current part. */
  get rows(): number {
    return this.partRows;
  }

  /** A line in JSON. `more` are further values, which go to its end. */
  add(line: Uint8Array, more?: string): void {
    const moreBytes = more === undefined ? 0 : Buffer.byteLength(more);
    this.makeRoom(line.length + moreBytes + 2);
    this.text.set(line, this.end);
    this.end += line.length;
    if (more !== undefined) {
      // In the place of the closing bracket.
      this.end += this.text.write(`,${more}]`, this.end - 1) - 1;
    }
    this.text[this.end] = NEW_LINE;
    this.end += 1;
    this.partRows += 1;
  }

  /** To be called where a shard ends. Returns whether a new part begins. */
  async endShard(): Promise<boolean> {
    if (this.partRows < PART_ROWS && this.end < PART_BYTES) return false;
    await this.endPart();
    return true;
  }

  /** Returns the hash of all lines. */
  async finish(): Promise<string> {
    if (this.partRows > 0) await this.endPart();
    await this.storing;
    return this.hash.digest("hex");
  }

  private makeRoom(bytes: number): void {
    if (this.end + bytes <= this.text.length) return;
    const larger = Buffer.allocUnsafe(Math.max(this.text.length * 2, this.end + bytes));
    this.text.copy(larger, 0, 0, this.end);
    this.text = larger;
  }

  private async endPart(): Promise<void> {
    const text = this.text.subarray(0, this.end);
    const key = itemListKey(this.folder, this.partNumber);
    this.hash.update(text.subarray(this.head.length));
    this.text = Buffer.allocUnsafe(FIRST_BYTES);
    this.end = this.head.copy(this.text);
    this.partRows = 0;
    this.partNumber += 1;
    await this.storing;
    this.storing = this.store(key, text);
    // Whoever ends the next part gets the error.
    this.storing.catch(() => undefined);
  }

  private async store(key: string, text: Buffer): Promise<void> {
    await this.storage.putObject(key, await zip(text, FAST), { contentType: "application/zstd" });
  }
}
