/** Bytes of known length that are read while a sample is written, such as a clip in another object. */
export interface ShardBytes {
  readonly bytes: number;
  readonly open: () => AsyncIterable<Uint8Array>;
}

export type ShardValue = string | number | bigint | boolean | null | readonly number[] | ShardBytes;

export interface ShardColumn {
  readonly name: string;
  readonly type: "bytes" | "text" | "integer" | "number" | "boolean" | "time" | "json" | "vector";
  /** Whether some sample has no value. */
  readonly isNullable: boolean;
  /** Length of every vector of the column. */
  readonly dimensions?: number;
  /** Extension of the file in a tar, without the dot. */
  readonly extension: string;
}

/** The closed shard: its bytes are `before`, what was yielded for its samples, and `after`. */
export interface ClosedShard {
  readonly before: Uint8Array;
  readonly after: Uint8Array;
  readonly samples: number;
}

export interface ShardWriter {
  /**
   * Yields the bytes of one sample, possibly later than the call. If it throws, the shard goes on as if the sample had
   * not been written, once the caller has dropped what this call yielded.
   */
  readonly write: (key: string, values: readonly ShardValue[]) => AsyncIterable<Uint8Array>;
  readonly close: () => ClosedShard;
}

/**
 * How the size of a value follows without reading the value, so that an engine of columns can compute it for millions: the
 * same for any value, the bytes of a text, or those of the text as JSON.
 */
export type ValueMeasure =
  | { readonly of: "any"; readonly bytes: number; readonly missingBytes: number }
  | { readonly of: "text" | "json"; readonly missingBytes: number };

/** How one format writes shards. Holds no bytes of clips in memory unless the format has them in row groups. */
export interface ShardFormat {
  /** Of a shard without samples. */
  readonly emptyBytes: number;
  /** What one sample adds to its shard; `valueBytes` are the sizes of its values as `sizeOf` gives them. */
  readonly sampleBytes: (key: string, valueBytes: readonly number[]) => number;
  /** Size of a value before any framing. */
  readonly sizeOf: (column: ShardColumn, value: ShardValue) => number;
  /** The same size as a rule; undefined where `sizeOf` has to see each value. Absent if that is so for all columns. */
  readonly measureOf?: (column: ShardColumn) => ValueMeasure | undefined;
  /** Whether `sampleBytes` ignores the key. */
  readonly isKeyFree?: boolean;
  readonly openShard: () => ShardWriter;
}
