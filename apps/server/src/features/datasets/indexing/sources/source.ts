import type { DATASET_LAYOUTS, DatasetKind } from "@dailies/contract";
import type { BucketReader } from "../../../storage/index.ts";

export type DatasetLayout = (typeof DATASET_LAYOUTS)[number];

/** A value of one sample. Bytes are measured, never kept. */
export type Cell =
  | string
  | number
  | boolean
  | null
  | Float32Array
  | { readonly kind: "json"; readonly text: string }
  | { readonly kind: "time"; readonly ms: number }
  | { readonly kind: "binary" | "media"; readonly bytes: number | null };

/** Where a clip lies. */
export interface RowMedia {
  /** Null where it lies packed inside something and has no range of its own. */
  readonly object: string | null;
  readonly offset: number;
  /** Undefined for an object of its own whose size nobody has asked yet. */
  readonly bytes: number | undefined;
  readonly type: string | undefined;
  /** All of it, where it was read anyway. */
  readonly content?: Uint8Array | undefined;
}

/** One sample, as its format tells it. */
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

/** An object, or a stretch of one, with what tells its bytes from others. What `from` and `to` count depends on the format. */
export interface PartObject {
  readonly key: string;
  readonly bytes: number;
  readonly etag: string;
  readonly from?: number;
  readonly to?: number;
}

/** What is read, staged and taken into the table at once. */
export interface PlannedPart {
  readonly objects: readonly PartObject[];
}

export interface SourcePlan {
  readonly parts: readonly PlannedPart[];
  /** Null where only reading everything would tell. */
  readonly items: number | null;
  readonly bytes: number | null;
  readonly warnings: readonly string[];
  /** Whether all of it was looked at. */
  readonly isWhole: boolean;
}

export interface DatasetSource {
  /** A hasty look stops after a few pages and opens little. */
  readonly plan: (how: { readonly isHasty: boolean; readonly signal: AbortSignal }) => Promise<SourcePlan>;
  /** The samples of a part, in order. The place expects the objects as the plan saw them. */
  readonly read: (part: PlannedPart, signal: AbortSignal) => AsyncGenerator<SampleRow>;
  /** What the format calls the columns that were met so far. */
  readonly encodings: ReadonlyMap<string, string>;
}

export interface SourceRef {
  readonly bucketReader: BucketReader;
  /** The folder that everything lies in, or the table: whole, with a slash at the end. */
  readonly root: string;
  /** One object alone, where the address names one. */
  readonly only: string | undefined;
  readonly kind: DatasetKind;
  readonly layout: DatasetLayout;
}

export interface ReadLimits {
  readonly samplesPerPart: number;
  readonly objectsPerPart: number;
  readonly bytesPerPart: number;
}
