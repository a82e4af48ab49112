import type { ColumnView, ViewerHeader, ViewerSample } from "@dailies/contract";
import type { ByteSource } from "@dailies/formats/byte-source";
import type { Meter } from "../read/io-meter.ts";
import type { ShardVerdict } from "../verify/verdict.ts";
import type { SamplePosition, ShardTable } from "./shard-table.ts";

export type SetFormat = ViewerHeader["format"];
export type SetColumn = ViewerHeader["columns"][number];
export type SetWarning = ViewerHeader["warnings"][number];

/** What the index says of the whole set. */
export interface SetFacts {
  readonly format: SetFormat;
  readonly columns: readonly SetColumn[];
  readonly hashes: readonly string[];
  readonly compression: string | null;
  readonly sizeLimitBytes: number | null;
  readonly warnings: readonly SetWarning[];
}

export interface ShardFacts {
  readonly name: string;
  /** Its key in the bucket. */
  readonly object: string;
  readonly compression: string | null;
  readonly hashes: Readonly<Record<string, string>>;
  readonly columns: readonly SetColumn[];
  /** Whether the bytes of a column lie in the object as the sample says, so that anybody can read them by range. */
  readonly hasRanges: boolean;
}

/** One call that reads: from where, at whose cost, and how much of a compressed shard its caller agreed to fetch. */
export interface Reading {
  readonly source: ByteSource;
  readonly meter: Meter;
  readonly agreeBytes: number;
  readonly signal?: AbortSignal;
}

export interface SampleRead {
  readonly key: string;
  readonly begin: number;
  readonly end: number;
  readonly columns: readonly ColumnView[];
  readonly spans: ViewerSample["spans"];
}

/** Bytes `[begin, end)` of an object, wherever it was put. */
export interface BytesAt {
  readonly source: ByteSource;
  readonly object: string;
  readonly begin: number;
  readonly end: number;
}

export interface ColumnBytes extends BytesAt {
  readonly contentType: string;
}

export interface FoundKey {
  readonly index: number | null;
  /** Whether all of the set was looked through. */
  readonly isComplete: boolean;
}

export interface VerifyInput {
  readonly decodesSamples: boolean;
}

/** A set as it is held in memory: what its index says, packed, and how to read what that describes. */
export interface ShardSet {
  /** Of formats without an index more is known the longer one reads. */
  readonly describe: () => SetFacts;
  readonly table: ShardTable;
  /** Another one means that the index, or the list of files, is another. */
  readonly tag: string;
  /** What it takes of memory now. */
  readonly weightBytes: () => number;
  readonly describeShard: (shard: number) => ShardFacts;
  readonly readSample: (reading: Reading, position: SamplePosition) => Promise<SampleRead>;
  readonly locateColumn: (reading: Reading, position: SamplePosition, column: string) => Promise<ColumnBytes>;
  /** All bytes of a shard, inflated where it is compressed. */
  readonly openShard: (reading: Reading, shard: number) => Promise<BytesAt>;
  /** Undefined where samples cannot be found by a key. */
  readonly findKey: (reading: Reading, key: string) => Promise<FoundKey | undefined>;
  /** Keys of samples, as many as are known at hand; undefined where the format has none. */
  readonly listKeys: (reading: Reading, limit: number) => Promise<KnownKeys | undefined>;
  readonly verifyShard: (reading: Reading, shard: number, input: VerifyInput) => Promise<ShardVerdict>;
  /** Waits until the samples of all shards are counted, or of as many as can be. */
  readonly settle: (signal?: AbortSignal) => Promise<void>;
  /** Goes on counting where that had stopped. */
  readonly resume: () => void;
  /** Nobody uses it any more: what it still does in the background ends. */
  readonly close: () => void;
}

export interface KnownKeys {
  readonly keys: readonly string[];
  readonly isComplete: boolean;
}
