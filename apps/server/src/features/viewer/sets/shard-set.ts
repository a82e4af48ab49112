import type { ColumnView, ViewerHeader, ViewerSample } from "@dailies/contract";
import type { ByteSource } from "@dailies/formats/byte-source";
import type { Meter } from "../read/io-meter.ts";
import type { ShardVerdict } from "../verify/verdict.ts";
import type { SamplePosition, ShardTable } from "./shard-table.ts";

export type SetFormat = ViewerHeader["format"];
export type SetColumn = ViewerHeader["columns"][number];
export type SetWarning = ViewerHeader["warnings"][number];

/** What the index says about the whole set. */
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
  /** The full key in the bucket. */
  readonly object: string;
  readonly compression: string | null;
  readonly hashes: Readonly<Record<string, string>>;
  readonly columns: readonly SetColumn[];
  /** Whether columns can be read directly from the object by byte range. */
  readonly hasRanges: boolean;
}

/** One read request: the source, the meter, and how much of a compressed shard the user agreed to download. */
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

/** Bytes `[begin, end)` of an object and their source. */
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
  /** Whether the whole set was searched. */
  readonly isComplete: boolean;
}

export interface VerifyInput {
  readonly decodesSamples: boolean;
}

/** A set in memory: its packed index and how to read the samples. */
export interface ShardSet {
  /** For formats without an index, the facts grow while the shards are counted. */
  readonly describe: () => SetFacts;
  readonly table: ShardTable;
  /** Changes when the index, or the list of files, changes. */
  readonly tag: string;
  /** Current memory use. */
  readonly weightBytes: () => number;
  readonly describeShard: (shard: number) => ShardFacts;
  /** All columns, or at least the named one: formats that store columns apart read no other. */
  readonly readSample: (reading: Reading, position: SamplePosition, column?: string) => Promise<SampleRead>;
  readonly locateColumn: (reading: Reading, position: SamplePosition, column: string) => Promise<ColumnBytes>;
  /** All bytes of a shard, decompressed if necessary. */
  readonly openShard: (reading: Reading, shard: number) => Promise<BytesAt>;
  /** Undefined when samples have no keys. */
  readonly findKey: (reading: Reading, key: string) => Promise<FoundKey | undefined>;
  /** The sample keys known so far; undefined when the format has none. */
  readonly listKeys: (reading: Reading, limit: number) => Promise<KnownKeys | undefined>;
  readonly verifyShard: (reading: Reading, shard: number, input: VerifyInput) => Promise<ShardVerdict>;
  /** Waits until the samples of all shards are counted, or counting stops. */
  readonly settle: (signal?: AbortSignal) => Promise<void>;
  /** Resumes counting after a stop. */
  readonly resume: () => void;
  /** Evicted: stops background work. */
  readonly close: () => void;
}

export interface KnownKeys {
  readonly keys: readonly string[];
  readonly isComplete: boolean;
}
