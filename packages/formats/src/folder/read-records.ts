import { type ByteRange, wholeOf } from "../byte-range.ts";
import type { ByteSource } from "../byte-source.ts";
import { joinBytes } from "../join-bytes.ts";

/** One row of a text file, without its line end. */
export interface TextRecord {
  readonly begin: number;
  readonly end: number;
  /** Offset of the next row. */
  readonly next: number;
  readonly bytes: Uint8Array;
  /** Rows over the limit are reported, not buffered. */
  readonly isTooLong: boolean;
}

/** Whether a row ends at this byte; fed byte by byte. */
export type EndOfRecord = (byte: number) => boolean;

const CHUNK_BYTES = 262_144;
const MOST_RECORD_BYTES = 4 * 1_048_576;
const CARRIAGE_RETURN = 0x0d;
const BOM = [0xef, 0xbb, 0xbf] as const;

const trimEnd = (bytes: Uint8Array): Uint8Array => (bytes.at(-1) === CARRIAGE_RETURN ? bytes.subarray(0, -1) : bytes);

interface Growing {
  begin: number;
  pieces: Uint8Array[];
  held: number;
  length: number;
}

const grow = (record: Growing, piece: Uint8Array): void => {
  record.length += piece.length;
  if (record.held + piece.length > MOST_RECORD_BYTES) return;
  record.pieces.push(piece);
  record.held += piece.length;
};

const finish = ({ begin, pieces, held, length }: Growing): TextRecord => {
  const bytes = trimEnd(pieces.length === 1 ? (pieces[0] ?? new Uint8Array(0)) : joinBytes(pieces));
  const isTooLong = length > held;
  return { begin, end: begin + (isTooLong ? length : bytes.length), next: begin + length + 1, bytes, isTooLong };
};

const findEnd = (chunk: Uint8Array, from: number, isEnd: EndOfRecord): number => {
  for (let at = from; at < chunk.length; at += 1) if (isEnd(chunk[at] ?? 0)) return at;
  return -1;
};

const skipBom = (chunk: Uint8Array, at: number): number =>
  at === 0 && BOM.every((byte, listing) => chunk[listing] === byte) ? 3 : 0;

interface Splitter {
  /** Returns the rows completed by this chunk. */
  readonly push: (chunk: Uint8Array, at: number) => TextRecord[];
  readonly rest: () => TextRecord[];
  readonly isInside: () => boolean;
}

/** Splits chunks into the rows that begin before `stop`. */
const createSplitter = (isEnd: EndOfRecord, stop: number): Splitter => {
  let record: Growing | undefined;
  return {
    push: (chunk, at) => {
      const records: TextRecord[] = [];
      let from = skipBom(chunk, at);
      while (from < chunk.length && (record !== undefined || at + from < stop)) {
        record ??= { begin: at + from, pieces: [], held: 0, length: 0 };
        const end = findEnd(chunk, from, isEnd);
        grow(record, chunk.subarray(from, end < 0 ? chunk.length : end));
        if (end < 0) break;
        records.push(finish(record));
        record = undefined;
        from = end + 1;
      }
      return records;
    },
    rest: () => (record === undefined ? [] : [finish(record)]),
    isInside: () => record !== undefined,
  };
};

/** The rows that begin in `range`; the last one is read to its end, even beyond the range. */
export async function* readRecords(
  source: ByteSource,
  object: string,
  range: ByteRange | undefined,
  isEnd: EndOfRecord,
  signal?: AbortSignal,
): AsyncGenerator<TextRecord, void, undefined> {
  const whole = await wholeOf(source, object, signal);
  const stop = Math.min(range?.end ?? whole.end, whole.end);
  const splitter = createSplitter(isEnd, stop);
  let at = range?.begin ?? 0;
  while (at < whole.end && (splitter.isInside() || at < stop)) {
    const chunk = await source.read(object, at, Math.min(whole.end, at + CHUNK_BYTES), signal);
    yield* splitter.push(chunk, at);
    at += CHUNK_BYTES;
  }
  yield* splitter.rest();
}
