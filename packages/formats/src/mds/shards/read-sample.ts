import type { ByteSource } from "../../byte-source.ts";
import { FormatFault } from "../../format-fault.ts";
import { SNIFF_BYTES } from "../../sniff-media.ts";
import type { MdsShard } from "../index/mds-index.ts";
import { type Bounds, type BoundsOptions, readBounds } from "./offsets.ts";
import { joinRanges, type Piece, pieceFor } from "./range-plan.ts";
import { type ColumnSpan, locateColumns, type MdsSample, sizeWordsBytes } from "./sample-columns.ts";
import { splitTextSample } from "./text-sample.ts";

const KIB = 1024;

export interface ReadSampleOptions extends BoundsOptions {
  /** A sample up to this size is read whole; of a larger one only the head and the small columns. */
  readonly maxWholeBytes?: number | undefined;
  /** Head size of a larger sample: the size words, and usually the small columns too. */
  readonly headBytes?: number | undefined;
  /** Columns of these encodings return only their first bytes, unless the first read contains all of them. */
  readonly headOnly?: ReadonlySet<string> | undefined;
}

type Completing = Pick<ReadSampleOptions, "signal" | "headOnly">;

const DEFAULT_WHOLE_BYTES = 1024 * KIB;
const DEFAULT_HEAD_BYTES = 16 * KIB;
/** A column up to this size is read even when the sample is not read whole. */
const SMALL_COLUMN_BYTES = 64 * KIB;

/** Total limit for the small columns beyond the first read. */
const SMALL_COLUMNS_BYTES = 4096 * KIB;
/** A line of a JSON or CSV shard is read whole or not at all. */
const MAX_LINE_BYTES = 16_384 * KIB;

const isSmall = ({ begin, end }: Bounds): boolean => end - begin <= SMALL_COLUMN_BYTES;

/** Small columns whole; of large ones enough bytes to detect their type. */
const wantedOf = (span: ColumnSpan, { headOnly }: Completing): Bounds =>
  isSmall(span) && !headOnly?.has(span.encoding)
    ? span
    : { begin: span.begin, end: Math.min(span.end, span.begin + SNIFF_BYTES) };

const nothing = new Uint8Array(0);

const toColumn = (span: ColumnSpan, pieces: readonly Piece[], options: Completing) => {
  const wanted = wantedOf(span, options);
  const head = pieceFor(pieces, wanted) ?? nothing;
  return {
    ...span,
    form: "mds" as const,
    bytes: pieceFor(pieces, span),
    head: head.subarray(0, SNIFF_BYTES),
  };
};

/** Assembles a sample from the bytes read; reads the remaining small columns beyond the head. */
const completeSample = async (
  source: ByteSource,
  shard: MdsShard,
  index: number,
  head: Piece,
  bounds: Bounds,
  options: Completing,
): Promise<MdsSample> => {
  const spans = locateColumns(shard, bounds, head.bytes);
  let budget = SMALL_COLUMNS_BYTES;
  const missing = spans
    .map((span) => wantedOf(span, options))
    .filter((wanted) => {
      if (pieceFor([head], wanted) !== undefined) return false;
      budget -= wanted.end - wanted.begin;
      return budget >= 0;
    });
  const pieces = await Promise.all(
    joinRanges(missing).map(async (range) => ({
      begin: range.begin,
      bytes: await source.read(shard.data.object, range.begin, range.end, options.signal),
    })),
  );
  return { index, ...bounds, columns: spans.map((span) => toColumn(span, [head, ...pieces], options)) };
};

/** Size of the first read of a sample. */
export const firstReadBytes = (shard: MdsShard, { begin, end }: Bounds, options: ReadSampleOptions): number => {
  const length = end - begin;
  const isText = shard.schema.format !== "mds";
  if (isText && length > MAX_LINE_BYTES)
    throw new FormatFault("too_large", `a line of ${length} bytes is too long`, begin);
  if (isText || length <= (options.maxWholeBytes ?? DEFAULT_WHOLE_BYTES)) return length;
  return Math.min(length, Math.max(options.headBytes ?? DEFAULT_HEAD_BYTES, sizeWordsBytes(shard)));
};

/** Completes a sample whose first bytes are already read. */
export const assembleSample = async (
  source: ByteSource,
  shard: MdsShard,
  index: number,
  bounds: Bounds,
  bytes: Uint8Array,
  options: Completing = {},
): Promise<MdsSample> =>
  shard.schema.format === "mds"
    ? await completeSample(source, shard, index, { begin: bounds.begin, bytes }, bounds, options)
    : { index, ...bounds, columns: splitTextSample(shard, bounds, bytes) };

/** Reads one sample: two requests, or one when the offsets are already loaded. */
export const readSample = async (
  source: ByteSource,
  shard: MdsShard,
  index: number,
  options: ReadSampleOptions = {},
): Promise<MdsSample> => {
  const bounds = await readBounds(source, shard, index, options);
  const first = bounds.begin + firstReadBytes(shard, bounds, options);
  const bytes = await source.read(shard.data.object, bounds.begin, first, options.signal);
  return await assembleSample(source, shard, index, bounds, bytes, options);
};
