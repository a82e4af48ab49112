import { FormatFault } from "../format-fault.ts";
import type { Codec, Inflate } from "../inflate.ts";
import { inflateLz4 } from "./lz4.ts";

export const STORED = 0;
const LZ4_RAW = 7;
const CODECS: Readonly<Record<number, Codec>> = { 1: "snappy", 2: "gz", 4: "br", 6: "zstd" };
const NAMES = ["none", "snappy", "gzip", "LZO", "brotli", "Hadoop's LZ4", "zstd", "LZ4"] as const;

/** Decompresses a page to exactly the size in its header. */
export const inflatePage = async (
  codec: number,
  bytes: Uint8Array,
  inflatedBytes: number,
  inflate: Inflate,
  where: number,
): Promise<Uint8Array> => {
  if (codec === STORED && bytes.length === inflatedBytes) return bytes;
  if (inflatedBytes === 0) return new Uint8Array(0);
  if (codec === LZ4_RAW) return inflateLz4(bytes, inflatedBytes);
  const known = CODECS[codec];
  if (known === undefined && codec !== STORED)
    throw new FormatFault(
      "unsupported",
      `Parquet pages compressed with ${NAMES[codec] ?? "an unknown codec"} are not supported`,
      where,
    );
  const inflated = known === undefined ? bytes : await inflate(known, bytes, inflatedBytes);
  if (inflated.length !== inflatedBytes)
    throw new FormatFault("malformed", "a page of the Parquet file does not have the length in its header", where);
  return inflated;
};
