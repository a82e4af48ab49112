import { FormatFault } from "../../format-fault.ts";
import type { MdsShard } from "../index/mds-index.ts";
import { type Bounds, readWord } from "./offsets.ts";

const WORD = 4;

export interface ColumnSpan extends Bounds {
  readonly name: string;
  readonly encoding: string;
}

/** How a value is stored: MDS encoding, member of a JSON line, or separated field. */
export type ColumnForm = "mds" | "json" | "xsv";

export interface SampleColumn extends ColumnSpan {
  readonly form: ColumnForm;
  /** The whole value, if it was read. */
  readonly bytes: Uint8Array | undefined;
  /** Its first bytes, enough to detect its type. */
  readonly head: Uint8Array;
}

export interface MdsSample extends Bounds {
  /** Index in its shard. */
  readonly index: number;
  readonly columns: readonly SampleColumn[];
}

/** The size words come first, one for each variable-size column. */
export const sizeWordsBytes = (shard: MdsShard): number =>
  WORD * shard.schema.columns.filter(({ sizeBytes }) => sizeBytes === null).length;

/** Byte range of each column, from the size words at the beginning of the sample. */
export const locateColumns = (shard: MdsShard, { begin, end }: Bounds, words: Uint8Array): ColumnSpan[] => {
  let wordAt = 0;
  let at = begin + sizeWordsBytes(shard);
  if (at > end) throw new FormatFault("malformed", "the sample is shorter than its size words", begin);
  const spans = shard.schema.columns.map(({ name, encoding, sizeBytes }) => {
    const size = sizeBytes ?? readWord(words, wordAt);
    if (sizeBytes === null) wordAt += WORD;
    const span = { name, encoding, begin: at, end: at + size };
    if (span.end > end) throw new FormatFault("malformed", `column ${name} extends past the end of its sample`, at);
    at = span.end;
    return span;
  });
  if (at !== end) throw new FormatFault("malformed", `the columns end at ${at}, but the sample ends at ${end}`, at);
  return spans;
};
