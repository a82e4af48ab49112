import { createHash } from "node:crypto";
import { promisify } from "node:util";
import { gzip } from "node:zlib";
import type { BucketStorage } from "../../../platform/s3/object-storage.ts";
import { itemListKey } from "../package.rules.ts";

/** A part ends with a shard, as soon as it has this much. */
const PART_ROWS = 50_000;
const PART_CHARACTERS = 32 * 1024 ** 2;
const GZIP_LEVEL = 1;

const zip = promisify(gzip);

/** Writes the item list in parts. The next part is gathered while the one before is compressed and stored. */
export class ListWriter {
  private readonly storage: Pick<BucketStorage, "putObject">;
  private readonly folder: string;
  private readonly hash = createHash("sha256");
  private lines: string[] = [];
  private characters = 0;
  private storing: Promise<void> = Promise.resolve();
  private partNumber = 0;

  constructor(storage: Pick<BucketStorage, "putObject">, folder: string) {
    this.storage = storage;
    this.folder = folder;
  }

  get part(): number {
    return this.partNumber;
  }

  /** In the current part. */
  get rows(): number {
    return this.lines.length;
  }

  add(line: string): void {
    this.lines.push(line);
    this.characters += line.length;
  }

  /** To be called where a shard ends. Returns whether a new part begins. */
  async endShard(): Promise<boolean> {
    if (this.rows < PART_ROWS && this.characters < PART_CHARACTERS) return false;
    await this.endPart();
    return true;
  }

  /** Returns the hash of all lines. */
  async end(): Promise<string> {
    if (this.rows > 0) await this.endPart();
    await this.storing;
    return this.hash.digest("hex");
  }

  private async endPart(): Promise<void> {
    const text = Buffer.from(this.lines.join(""));
    const key = itemListKey(this.folder, this.partNumber);
    this.lines = [];
    this.characters = 0;
    this.partNumber += 1;
    this.hash.update(text);
    await this.storing;
    this.storing = this.store(key, text);
    // Whoever ends the next part gets the error.
    this.storing.catch(() => undefined);
  }

  private async store(key: string, text: Buffer): Promise<void> {
    await this.storage.putObject(key, await zip(text, { level: GZIP_LEVEL }), { contentType: "application/gzip" });
  }
}
