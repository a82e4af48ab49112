import { wholeOf } from "../byte-range.ts";
import type { ByteSource } from "../byte-source.ts";
import { FormatFault } from "../format-fault.ts";
import { type ParquetFile, parseFooter } from "./parse-footer.ts";

const TAIL_BYTES = 65_536;
const MOST_FOOTER_BYTES = 16 * 1_048_576;
const END_BYTES = 8;
const word = (bytes: Uint8Array, at: number): string => String.fromCharCode(...bytes.subarray(at, at + 4));

const readLength = (tail: Uint8Array, fileBytes: number): number => {
  const magic = word(tail, tail.length - 4);
  if (magic === "PARE") throw new FormatFault("unsupported", "encrypted Parquet files are not supported");
  if (magic !== "PAR1")
    throw new FormatFault("malformed", "this is not a Parquet file, or its end is missing", fileBytes - 4);
  const length = new DataView(tail.buffer, tail.byteOffset, tail.byteLength).getUint32(tail.length - END_BYTES, true);
  if (length > fileBytes - END_BYTES - 4)
    throw new FormatFault("malformed", "the footer of the Parquet file is longer than the file", fileBytes - END_BYTES);
  if (length > MOST_FOOTER_BYTES)
    throw new FormatFault("too_large", "the footer of the Parquet file is larger than 16 MiB", fileBytes - END_BYTES);
  return length;
};

/** Schema and row groups of a Parquet file: one read, or two when its footer is large. */
export const readParquetFooter = async (
  source: ByteSource,
  object: string,
  signal?: AbortSignal,
): Promise<ParquetFile> => {
  const { end } = await wholeOf(source, object, signal);
  if (end < END_BYTES + 4) throw new FormatFault("truncated", "the file is too short for a Parquet file", end);
  const tailBegin = Math.max(0, end - TAIL_BYTES);
  const tail = await source.read(object, tailBegin, end, signal);
  const length = readLength(tail, end);
  const begin = end - END_BYTES - length;
  const footer =
    begin >= tailBegin
      ? tail.subarray(begin - tailBegin, end - END_BYTES - tailBegin)
      : await source.read(object, begin, end - END_BYTES, signal);
  return { object, bytes: end, ...parseFooter(footer, end) };
};
