import { BitReader } from "./bzip2/bit-reader.ts";
import { GrownBytes } from "./bzip2/grown-bytes.ts";
import { type Block, linkColumn, readBlock } from "./bzip2/read-block.ts";
import { FormatFault } from "./format-fault.ts";

const LEVEL_BYTES = 100_000;
const BLOCK_MAGIC = [0x314159, 0x265359] as const;
const END_MAGIC = [0x177245, 0x385090] as const;
/** Four equal bytes are followed by a repeat count. */
const RUN = 4;

const refuse = (message: string, at: number): never => {
  throw new FormatFault("malformed", message, at);
};

const unrollBlock = ({ length, first }: Block, column: Uint32Array, out: GrownBytes): void => {
  // A run of four has a fifth symbol for its count, so that five symbols yield at least four bytes.
  out.assertRoom(Math.floor(length / (RUN + 1)) * RUN);
  linkColumn(column, length);
  let place = (column[first] ?? 0) >>> 8;
  let last = -1;
  let equal = 0;
  for (let at = 0; at < length; at += 1) {
    const entry = column[place] ?? 0;
    const byte = entry & 0xff;
    place = entry >>> 8;
    if (equal === RUN) {
      out.add(last, byte);
      last = -1;
      equal = 0;
      continue;
    }
    equal = byte === last ? equal + 1 : 1;
    last = byte;
    out.add(byte, 1);
  }
};

const readLevel = (reader: BitReader): number => {
  const [magic, level] = [reader.bits(24), reader.bits(8) - 0x30];
  return magic === 0x425a68 && level >= 1 && level <= 9 ? level : refuse("this is not bzip2", reader.at);
};

function* inflateStream(reader: BitReader, out: GrownBytes): Generator<void> {
  const column = new Uint32Array(readLevel(reader) * LEVEL_BYTES);
  let combined = 0;
  for (;;) {
    const [high, low] = [reader.bits(24), reader.bits(24)];
    if (high === END_MAGIC[0] && low === END_MAGIC[1]) break;
    if (high !== BLOCK_MAGIC[0] || low !== BLOCK_MAGIC[1]) refuse("a block of the bzip2 stream is invalid", reader.at);
    const block = readBlock(reader, column);
    unrollBlock(block, column, out);
    if (out.takeChecksum() !== block.checksum) refuse("a block of the bzip2 stream has a wrong checksum", reader.at);
    combined = (((combined << 1) | (combined >>> 31)) ^ block.checksum) >>> 0;
    yield;
  }
  if (reader.word() !== combined) refuse("the bzip2 stream has a wrong checksum", reader.at);
  reader.alignToByte();
}

/**
 * One or several concatenated bzip2 streams. Yields after each block, so that decompression does not block the event loop.
 */
export function* inflateBzip2(bytes: Uint8Array, maxBytes: number): Generator<void, Uint8Array> {
  const [reader, out] = [new BitReader(bytes), new GrownBytes(maxBytes)];
  do yield* inflateStream(reader, out);
  while (!reader.isAtEnd);
  return out.done();
}
