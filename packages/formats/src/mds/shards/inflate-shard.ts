import type { ByteSource } from "../../byte-source.ts";
import { FormatFault } from "../../format-fault.ts";
import type { Codec, Inflate } from "../../inflate.ts";
import { joinBytes } from "../../join-bytes.ts";
import { memorySource } from "../../memory-source.ts";
import type { MdsFile, MdsShard } from "../index/mds-index.ts";

const MIB = 1_048_576;
/** Four times the writer's default shard size. */
const DEFAULT_MAX_BYTES = 256 * MIB;
/** Real data does not compress better. The ratio is not checked up to the usual shard size. */
const MAX_RATIO = 100;
const UNASKED_BYTES = 64 * MIB;
const PIECE_BYTES = 32 * MIB;

export interface InflateOptions {
  readonly maxBytes?: number | undefined;
  readonly signal?: AbortSignal | undefined;
}

const checkClaim = ({ object, storedBytes, rawBytes }: MdsFile, maxBytes: number): void => {
  if (Math.max(storedBytes, rawBytes) > maxBytes) {
    throw new FormatFault("too_large", `${object} inflates to ${rawBytes} bytes; at most ${maxBytes}`);
  }
  if (rawBytes > Math.max(UNASKED_BYTES, storedBytes * MAX_RATIO)) {
    throw new FormatFault("too_large", `${object} claims to inflate ${storedBytes} bytes to ${rawBytes}`);
  }
};

/** Read in pieces, because a source may refuse large reads. */
const readWhole = async (source: ByteSource, file: MdsFile, signal: AbortSignal | undefined): Promise<Uint8Array> => {
  const pieces: Uint8Array[] = [];
  for (let begin = 0; begin < file.storedBytes; begin += PIECE_BYTES) {
    const end = Math.min(begin + PIECE_BYTES, file.storedBytes);
    pieces.push(await source.read(file.object, begin, end, signal));
  }
  const [only] = pieces;
  return only !== undefined && pieces.length === 1 ? only : joinBytes(pieces);
};

/** A compressed file is one stream: it is read whole, and its decompressed size must match the index. */
export const inflateFile = async (
  source: ByteSource,
  file: MdsFile,
  codec: Codec,
  inflate: Inflate,
  { maxBytes = DEFAULT_MAX_BYTES, signal }: InflateOptions = {},
): Promise<Uint8Array> => {
  checkClaim(file, maxBytes);
  const raw = await inflate(codec, await readWhole(source, file, signal), file.rawBytes);
  if (raw.length !== file.rawBytes) {
    throw new FormatFault(
      "malformed",
      `${file.object} inflates to ${raw.length} bytes, the index says ${file.rawBytes}`,
    );
  }
  return raw;
};

const inflatedFile = (file: MdsFile): MdsFile => ({
  ...file,
  object: file.rawObject,
  storedBytes: file.rawBytes,
  storedHashes: file.rawHashes,
});

/** The decompressed shard: its objects are the raw ones, wherever they are cached. */
export const inflatedShard = (shard: MdsShard): MdsShard => ({
  ...shard,
  schema: { ...shard.schema, codec: null },
  data: inflatedFile(shard.data),
  meta: shard.meta === null ? null : inflatedFile(shard.meta),
});

/** Decompresses a shard into memory; returns an uncompressed shard unchanged. */
export const openInflated = async (
  source: ByteSource,
  shard: MdsShard,
  inflate: Inflate,
  options: InflateOptions = {},
): Promise<{ readonly source: ByteSource; readonly shard: MdsShard }> => {
  const { codec } = shard.schema;
  if (codec === null) return { source, shard };
  const files = shard.meta === null ? [shard.data] : [shard.data, shard.meta];
  const objects = new Map<string, Uint8Array>();
  for (const file of files) objects.set(file.rawObject, await inflateFile(source, file, codec, inflate, options));
  return { source: memorySource(objects), shard: inflatedShard(shard) };
};
