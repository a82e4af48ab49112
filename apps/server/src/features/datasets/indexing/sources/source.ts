import type { DATASET_LAYOUTS, DatasetKind } from "@dailies/contract";
import type { BucketReader } from "../../../storage/index.ts";

export type DatasetLayout = (typeof DATASET_LAYOUTS)[number];

/** A value of one sample. Only the length of bytes is stored. */
export type Cell =
  | string
  | number
  | boolean
  | null
  | Float32Array
  | { readonly kind: "json"; readonly text: string }
  | { readonly kind: "time"; readonly ms: number }
  | { readonly kind: "binary" | "media"; readonly bytes: number | null };

/** The location of a clip. */
export interface RowMedia {
  /** Null when the clip is inside a compressed container and has no byte range of its own. */
  readonly object: string | null;
  readonly offset: number;
  /** Undefined for a separate object whose size has not been requested yet. */
  readonly bytes: number | undefined;
  readonly type: string | undefined;
  /** All bytes, if they were read anyway. */
  readonly content?: Uint8Array | undefined;
}

/** One sample, as its format describes it. */
export interface SampleRow {
  readonly key: string;
  readonly media?: RowMedia | undefined;
  readonly sampleObject: string;
  readonly sampleOffset?: number | undefined;
  readonly sampleBytes?: number | undefined;
  readonly caption?: string | null | undefined;
  readonly values: ReadonlyMap<string, Cell>;
  readonly fault?: string | undefined;
}

/** An object, or a range of one, with what identifies its bytes. The unit of `from` and `to` depends on the format. */
export interface PartObject {
  readonly key: string;
  readonly bytes: number;
  readonly etag: string;
  readonly from?: number;
  readonly to?: number;
}

/** The unit of reading, staging and committing. */
export interface PlannedPart {
  readonly objects: readonly PartObject[];
}

export interface SourcePlan {
  readonly parts: readonly PlannedPart[];
  /** Null when the count requires reading everything. */
  readonly items: number | null;
  readonly bytes: number | null;
  readonly warnings: readonly string[];
  /** Whether the plan covers the whole source. */
  readonly isWhole: boolean;
}

export interface DatasetSource {
  /** A hasty plan stops after a few pages and opens few objects. */
  readonly plan: (how: { readonly isHasty: boolean; readonly signal: AbortSignal }) => Promise<SourcePlan>;
  /** Yields the samples of a part in order. The bucket reader checks that the objects are as planned. */
  readonly read: (part: PlannedPart, signal: AbortSignal) => AsyncGenerator<SampleRow>;
  /** The format's own type names of the columns seen so far. */
  readonly encodings: ReadonlyMap<string, string>;
}

export interface SourceRef {
  readonly bucketReader: BucketReader;
  /** The folder of the source, or the table, with a trailing slash. */
  readonly root: string;
  /** Set when the address names a single object. */
  readonly only: string | undefined;
  readonly kind: DatasetKind;
  readonly layout: DatasetLayout;
}

export interface ReadLimits {
  readonly samplesPerPart: number;
  readonly objectsPerPart: number;
  readonly bytesPerPart: number;
}
