import type { ByteSource } from "../../byte-source.ts";
import { FormatFault } from "../../format-fault.ts";
import type { MdsFile, MdsShard } from "../index/mds-index.ts";

const WORD = 4;
/** Sixteen million samples, more than a realistic shard has. */
const MAX_TABLE_BYTES = 67_108_864;

export interface Bounds {
  readonly begin: number;
  readonly end: number;
}

export interface BoundsOptions {
  /** When the shard's table is already loaded, it is not read again. */
  readonly offsets?: Uint32Array | undefined;
  readonly signal?: AbortSignal | undefined;
}

export const readWord = (bytes: Uint8Array, at: number): number =>
  new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength).getUint32(at, true);

/** The file that begins with the number of samples and their offsets. */
export const tableOf = (shard: MdsShard): MdsFile => shard.meta ?? shard.data;

/** The count, an offset for each sample, and the end offset. */
export const bytesOfTable = (samples: number): number => WORD * (samples + 2);

/** A compressed file does not support range reads; it is decompressed first. */
export const refuseCompressed = (shard: MdsShard): void => {
  if (shard.schema.codec !== null) {
    throw new FormatFault("unsupported", `${shard.data.object} is compressed and must be decompressed as a whole`);
  }
};

const checkBounds = (shard: MdsShard, index: number, begin: number, end: number): Bounds => {
  const lowest = shard.meta === null ? bytesOfTable(shard.samples) : 0;
  if (begin > end || begin < lowest) {
    throw new FormatFault(
      "malformed",
      `sample ${index} of the shard spans bytes ${begin} to ${end}`,
      WORD * (index + 1),
    );
  }
  if (end > shard.data.rawBytes) {
    throw new FormatFault(
      "truncated",
      `sample ${index} of the shard ends at ${end}, but the file ends at ${shard.data.rawBytes}`,
      begin,
    );
  }
  return { begin, end };
};

const checkIndex = (shard: MdsShard, index: number): void => {
  if (!Number.isSafeInteger(index) || index < 0 || index >= shard.samples) {
    throw new FormatFault("missing", `there is no sample ${index}; the shard has ${shard.samples}`);
  }
};

/** Start and end of a sample: two words of the table. */
export const readBounds = async (
  source: ByteSource,
  shard: MdsShard,
  index: number,
  { offsets, signal }: BoundsOptions = {},
): Promise<Bounds> => {
  refuseCompressed(shard);
  checkIndex(shard, index);
  if (offsets !== undefined) return checkBounds(shard, index, offsets[index] ?? 0, offsets[index + 1] ?? 0);
  const at = WORD * (index + 1);
  const words = await source.read(tableOf(shard).object, at, at + 2 * WORD, signal);
  return checkBounds(shard, index, readWord(words, 0), readWord(words, WORD));
};

/** The raw table; only its length is checked. */
export const readTable = async (
  source: ByteSource,
  shard: MdsShard,
  signal?: AbortSignal,
): Promise<{ count: number; offsets: Uint32Array }> => {
  refuseCompressed(shard);
  const table = tableOf(shard);
  const end = bytesOfTable(shard.samples);
  if (end > table.rawBytes) {
    throw new FormatFault("malformed", `${shard.samples} samples need more than ${table.rawBytes} bytes`, 0);
  }
  if (end > MAX_TABLE_BYTES)
    throw new FormatFault("too_large", `the offset table of ${shard.samples} samples is too large`, 0);
  const bytes = await source.read(table.object, 0, end, signal);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const offsets = new Uint32Array(shard.samples + 1);
  for (let at = 0; at < offsets.length; at += 1) offsets[at] = view.getUint32(WORD * (at + 1), true);
  return { count: view.getUint32(0, true), offsets };
};

/** The validated table of a shard: as many samples as in the index, ascending, and ending at the end of the file. */
export const readOffsets = async (
  source: ByteSource,
  shard: MdsShard,
  { signal }: { readonly signal?: AbortSignal | undefined } = {},
): Promise<Uint32Array> => {
  const { count, offsets } = await readTable(source, shard, signal);
  if (count !== shard.samples) {
    throw new FormatFault("malformed", `the shard says ${count} samples, the index ${shard.samples}`, 0);
  }
  for (let index = 0; index < count; index += 1)
    checkBounds(shard, index, offsets[index] ?? 0, offsets[index + 1] ?? 0);
  const last = offsets[count] ?? 0;
  if (count > 0 && last !== shard.data.rawBytes) {
    throw new FormatFault(
      "malformed",
      `the last sample ends at ${last}, but the file ends at ${shard.data.rawBytes}`,
      last,
    );
  }
  return offsets;
};
