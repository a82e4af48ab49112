import { FormatFault } from "../format-fault.ts";
import { isoToMicroseconds } from "../iso-times.ts";
import { plainJson } from "../python-json.ts";
import { booleanOf, bytesOf, integerOf, numberOf, readShardBytes, textOf, vectorOf } from "../shard-values.ts";
import type { ShardColumn, ShardFormat, ShardValue, ShardWriter } from "../shard-writer.ts";
import { utf8Length } from "../utf8-length.ts";
import { fixedBytes, type LanceCell } from "./column-pages.ts";
import { hasOffsets } from "./lance-fields.ts";
import { HELD_BYTES, LanceFile, lanceFileEnd, STREAMED_PAGE_BYTES } from "./lance-file.ts";

const WORD_BYTES = 8;
/** Readers hold offsets of 32 bits with sign. */
const MOST_VALUE_BYTES = 2 ** 31 - 1;
/** Values of a second column of bytes are in memory until their page is written. */
const MOST_HELD_BYTES = 256 * 1024 ** 2;
/** Generous for the description of a page and the alignment of its buffers, so that estimates are upper bounds. */
const PAGE_FRAMING_BYTES = 400;
const MOST_ROWS = 2 ** 32;

const utf8 = new TextEncoder();

const wordOf = (write: (view: DataView) => void): Uint8Array => {
  const view = new DataView(new ArrayBuffer(WORD_BYTES));
  write(view);
  return new Uint8Array(view.buffer);
};

const encodeVector = (values: readonly number[]): Uint8Array => {
  const view = new DataView(new ArrayBuffer(4 * values.length));
  for (const [at, value] of values.entries()) view.setFloat32(4 * at, value, true);
  return new Uint8Array(view.buffer);
};

const encode = (column: ShardColumn, value: Exclude<ShardValue, null>): Uint8Array => {
  switch (column.type) {
    case "integer":
      return wordOf((view) => view.setBigInt64(0, integerOf(column, value), true));
    case "number":
      return wordOf((view) => view.setFloat64(0, numberOf(column, value), true));
    case "boolean":
      return Uint8Array.of(Number(booleanOf(column, value)));
    case "time":
      return wordOf((view) => view.setBigInt64(0, isoToMicroseconds(textOf(column, value)), true));
    case "vector":
      return encodeVector(vectorOf(column, value));
    case "json":
      return utf8.encode(plainJson(textOf(column, value)));
    default:
      return utf8.encode(textOf(column, value));
  }
};

const readBytes = async (column: ShardColumn, value: ShardValue): Promise<Uint8Array> => {
  const promised = bytesOf(column, value);
  if (promised.bytes > MOST_HELD_BYTES)
    throw new FormatFault("too_large", `the column ${column.name} has a value of more than 256 MiB`);
  const bytes = new Uint8Array(promised.bytes);
  let at = 0;
  for await (const piece of readShardBytes(promised)) {
    bytes.set(piece, at);
    at += piece.length;
  }
  return bytes;
};

const sizeOf = (column: ShardColumn, value: ShardValue): number => {
  if (!hasOffsets(column)) return fixedBytes(column);
  if (value === null) return 0;
  if (column.type === "bytes") return bytesOf(column, value).bytes;
  const text = textOf(column, value);
  return utf8Length(column.type === "json" ? plainJson(text) : text);
};

interface LanceLayout {
  readonly columns: readonly ShardColumn[];
  /** Place of the column whose bytes are written as they come; -1 without one. */
  readonly streamed: number;
}

/** What a sample adds to the memory of its shard, and later to its file. */
const heldBytesOf = ({ columns, streamed }: LanceLayout, valueBytes: readonly number[]): number =>
  columns.reduce((total, column, place) => {
    const bytes = place === streamed ? 0 : (valueBytes[place] ?? 0);
    return total + bytes + (hasOffsets(column) ? WORD_BYTES : 0);
  }, 0);

/** Pages end only when they are full, so that every full one is paid for by its samples. */
const estimateSample = (layout: LanceLayout, valueBytes: readonly number[]): number => {
  const { columns, streamed } = layout;
  const held = heldBytesOf(layout, valueBytes);
  const clip = valueBytes[streamed] ?? 0;
  const pages = (held / HELD_BYTES) * columns.length + clip / STREAMED_PAGE_BYTES;
  const validity = columns.length / 8;
  return Math.ceil(held + clip + validity + pages * PAGE_FRAMING_BYTES);
};

const readCells = async (
  { columns, streamed }: LanceLayout,
  values: readonly ShardValue[],
): Promise<readonly LanceCell[]> => {
  const cells = columns.map((column, place): LanceCell => {
    const value = values[place] ?? null;
    return value === null || column.type === "bytes" ? null : encode(column, value);
  });
  for (const [place, column] of columns.entries()) {
    const value = values[place] ?? null;
    if (column.type === "bytes" && place !== streamed && value !== null) cells[place] = await readBytes(column, value);
  }
  return cells;
};

async function* writeSample(
  file: LanceFile,
  layout: LanceLayout,
  values: readonly ShardValue[],
): AsyncGenerator<Uint8Array> {
  const { columns, streamed } = layout;
  const sizes = columns.map((column, place) => sizeOf(column, values[place] ?? null));
  if (sizes.some((bytes) => bytes > MOST_VALUE_BYTES))
    throw new FormatFault("too_large", "a value of more than 2 GiB does not fit into a Lance table");
  const cells = await readCells(layout, values);
  const clip = values[streamed] ?? null;
  const column = columns[streamed];
  if (column !== undefined && clip !== null) yield* readShardBytes(bytesOf(column, clip));
  yield file.add(cells, clip === null ? null : (sizes[streamed] ?? 0), heldBytesOf(layout, sizes));
}

/**
 * Streams data files of Lance 2.0; each is a fragment of a table, whose manifest `writeLanceManifest` writes. The bytes of the
 * first column of clips are written as they come, without compression, so that readers fetch a clip by its range. The sizes
 * are estimates and never too small.
 */
export const lanceShardFormat = (columns: readonly ShardColumn[]): ShardFormat => {
  const layout = { columns, streamed: columns.findIndex(({ type }) => type === "bytes") };
  const openShard = (): ShardWriter => {
    const file = new LanceFile(columns, layout.streamed);
    return {
      write: (_key, values) => writeSample(file, layout, values),
      close: () => {
        const samples = file.rows;
        return { before: new Uint8Array(0), after: file.end(), samples };
      },
    };
  };
  const noPages = columns.map(() => []);
  return {
    emptyBytes:
      lanceFileEnd(columns, noPages, { offset: 0, rows: MOST_ROWS }).length + (columns.length + 1) * PAGE_FRAMING_BYTES,
    sampleBytes: (_key, valueBytes) => estimateSample(layout, valueBytes),
    sizeOf,
    openShard,
  };
};
