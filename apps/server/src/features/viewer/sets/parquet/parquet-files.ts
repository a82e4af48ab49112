import { randomUUID } from "node:crypto";
import { Readable } from "node:stream";
import { FormatFault } from "@dailies/formats/format-fault";
import type { BucketReader, FileShare, StoredObject } from "../../../storage/index.ts";
import { baseName, isAbsent } from "../listed-files.ts";
import type { Reading, SetColumn, SetWarning } from "../shard-set.ts";
import { MAX_COLUMNS, type ParquetSummary, parquetCalls } from "./parquet-calls.ts";

type Reader = Pick<Reading, "source" | "signal">;

/** Asked about in processes of their own, which read through the source of the reading. */
export class ParquetFiles {
  readonly columns: SetColumn[] = [];
  readonly faults = new Map<number, SetWarning>();
  private readonly id = randomUUID();
  private readonly bucketReader: BucketReader;
  private readonly shards: readonly StoredObject[];

  constructor(bucketReader: BucketReader, shards: readonly StoredObject[]) {
    this.bucketReader = bucketReader;
    this.shards = shards;
  }

  /** What a call about one file says, and a share for as long as it takes. */
  async ask<T>(
    { source }: Reader,
    shard: number,
    ask: (share: FileShare, file: { readonly setId: string; readonly object: string }) => Promise<T>,
  ): Promise<T> {
    const { read, size } = source;
    const stream = async (...range: Parameters<typeof read>): Promise<Readable> =>
      Readable.from([await read(...range)]);
    const share = await this.bucketReader.share({ read, size, stream });
    try {
      return await ask(share, { setId: this.id, object: this.objectOf(shard) });
    } finally {
      share.end();
    }
  }

  objectOf(shard: number): string {
    return this.shards[shard]?.key ?? "";
  }

  /** Files may differ in their columns: the set has all of them. */
  private learn({ columns }: ParquetSummary): void {
    for (const { name, encoding } of columns)
      if (this.columns.length < MAX_COLUMNS && !this.columns.some((known) => known.name === name))
        this.columns.push({ name, encoding, size: null });
  }

  /** A broken file counts as empty and is reported. */
  async count(reader: Reader, shard: number): Promise<number> {
    const object = this.shards[shard];
    try {
      if (!object || isAbsent(object)) throw new FormatFault("missing", "it was not found");
      const summary = await this.ask(reader, shard, (share, file) =>
        share.call(parquetCalls.summarise, file, reader.signal),
      );
      this.learn(summary);
      return summary.rows;
    } catch (error) {
      if (!(error instanceof FormatFault)) throw error;
      const code = error.kind === "missing" ? "missing_file" : "truncated";
      if (this.faults.size < 20)
        this.faults.set(shard, { code, message: `${baseName(object?.key ?? "")}: ${error.message}`, shard });
      return 0;
    }
  }
}
