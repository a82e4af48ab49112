import type { ByteSource } from "../byte-source.ts";
import { type ByteWindow, openWindow } from "../byte-window.ts";
import { FormatFault } from "../format-fault.ts";
import type { Inflate } from "../inflate.ts";
import { createAssembler, type RowAssembler } from "./assemble-rows.ts";
import { createVectorAssembler } from "./assemble-vectors.ts";
import { convertCell, type ParquetCell, type ScalarCell } from "./convert-cell.ts";
import { inflatePage, STORED } from "./inflate-page.ts";
import { measureStored } from "./measure-stored.ts";
import { type PageHeader, parsePageHeader } from "./page-header.ts";
import { isIndexed, type RawValue, readIndexed, readPlain, readValues } from "./page-values.ts";
import type { ParquetColumn, ParquetLeaf } from "./parquet-schema.ts";
import type { ColumnChunk, RowGroup } from "./parse-footer.ts";
import { bitWidthOf, readRuns } from "./read-levels.ts";

/** Decompression limit of a whole call. */
export interface Budget {
  bytesLeft: number;
  /** Values within lists. */
  listedLeft: number;
}

export interface ColumnPlace {
  readonly source: ByteSource;
  readonly object: string;
  readonly column: ParquetColumn;
  readonly chunk: ColumnChunk;
  readonly group: RowGroup;
}

/** A page's bytes, and their offset in the object if they are stored uncompressed. */
interface Page {
  readonly bytes: Uint8Array;
  readonly storedAt: number | null;
}

interface Levels {
  readonly repetitions: Uint32Array | undefined;
  readonly definitions: Uint32Array | undefined;
  /** Offset of the values. */
  readonly end: number;
}

const FREE_LISTED = 65_536;
const HEADER_BYTES = 1_024;
const MOST_HEADER_BYTES = 1_048_576;

/** Statistics can make a header long, so a truncated one is retried with more bytes. */
const readHeader = async (window: ByteWindow, at: number, end: number, mayBeLarge: boolean): Promise<PageHeader> => {
  for (let bytes = HEADER_BYTES; ; bytes *= 8) {
    const length = Math.min(bytes, end - at);
    const head = await window.take(at, length);
    try {
      return parsePageHeader(head, at, mayBeLarge);
    } catch (error) {
      const isCut = error instanceof FormatFault && error.kind === "truncated";
      if (!isCut || length === end - at || bytes > MOST_HEADER_BYTES) throw error;
    }
  }
};

const readLevel = (
  bytes: Uint8Array,
  at: number,
  most: number,
  count: number,
): { levels: Uint32Array; end: number } => {
  if (at + 4 > bytes.length) throw new FormatFault("truncated", "a page of the Parquet file is truncated", at);
  const length = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength).getUint32(at, true);
  const end = at + 4 + length;
  if (end > bytes.length) throw new FormatFault("truncated", "a page of the Parquet file is truncated", at);
  return { levels: readRuns(bytes, at + 4, end, bitWidthOf(most), count), end };
};

const readLevels = (bytes: Uint8Array, leaf: ParquetLeaf, count: number): Levels => {
  const lists = leaf.listDefinitions.length;
  const repetitions = lists > 0 ? readLevel(bytes, 0, lists, count) : undefined;
  const from = repetitions?.end ?? 0;
  const definitions = leaf.maxDefinition > 0 ? readLevel(bytes, from, leaf.maxDefinition, count) : undefined;
  return { repetitions: repetitions?.levels, definitions: definitions?.levels, end: definitions?.end ?? from };
};

const readLevelsV2 = (bytes: Uint8Array, leaf: ParquetLeaf, header: PageHeader): Levels => {
  const { repetitionBytes, definitionBytes, values } = header;
  const end = repetitionBytes + definitionBytes;
  const lists = leaf.listDefinitions.length;
  const repetitions = lists > 0 ? readRuns(bytes, 0, repetitionBytes, bitWidthOf(lists), values) : undefined;
  const width = bitWidthOf(leaf.maxDefinition);
  const definitions = width > 0 ? readRuns(bytes, repetitionBytes, end, width, values) : undefined;
  return { repetitions, definitions, end };
};

const countPresent = ({ definitions }: Levels, most: number, count: number): number => {
  if (definitions === undefined) return count;
  let present = 0;
  for (const level of definitions) if (level === most) present += 1;
  return present;
};

const STORED_AS_SHOWN = new Set(["FLOAT", "DOUBLE", "INT32", "BOOLEAN"]);
const isShown = (raws: readonly RawValue[]): raws is readonly (number | boolean)[] =>
  typeof raws[0] === "number" || typeof raws[0] === "boolean";

const convertAll = (raws: readonly RawValue[], leaf: ParquetLeaf, page: Page): readonly ScalarCell[] => {
  if (leaf.meaning === "plain" && STORED_AS_SHOWN.has(leaf.type) && isShown(raws)) return raws;
  return raws.map((raw) => {
    const isHere = page.storedAt !== null && raw instanceof Uint8Array && raw.buffer === page.bytes.buffer;
    return convertCell(raw, leaf, isHere ? (page.storedAt ?? 0) + raw.byteOffset - page.bytes.byteOffset : null);
  });
};

interface Reading extends ColumnPlace {
  readonly window: ByteWindow;
  readonly inflate: Inflate;
  readonly budget: Budget;
  readonly assembler: RowAssembler;
  dictionary: readonly ScalarCell[] | undefined;
}

const takePage = async (reading: Reading, header: PageHeader, at: number, from: number): Promise<Page> => {
  const codec = header.isCompressed ? reading.chunk.codec : STORED;
  const inflatedBytes = header.inflatedBytes - from;
  reading.budget.bytesLeft -= inflatedBytes;
  if (reading.budget.bytesLeft < 0 || inflatedBytes < 0)
    throw new FormatFault("too_large", "these columns of the row group are too large to read at once", at);
  const stored = await reading.window.take(at + from, header.storedBytes - from);
  // Copied, because values point into it while the window moves on.
  const bytes = await inflatePage(codec, stored.slice(), inflatedBytes, reading.inflate, at);
  return { bytes, storedAt: codec === STORED ? at + from : null };
};

const readCells = (
  reading: Reading,
  page: Page,
  header: PageHeader,
  begin: number,
  count: number,
): readonly ScalarCell[] => {
  const { leaf } = reading.column;
  if (isIndexed(header.encoding)) return readIndexed(page.bytes, begin, count, reading.dictionary);
  return convertAll(readValues(page.bytes, begin, count, header.encoding, leaf), leaf, page);
};

const readDataPage = async (reading: Reading, header: PageHeader, at: number): Promise<void> => {
  const { leaf } = reading.column;
  const isSecond = header.kind === "data_v2";
  const levelBytes = isSecond ? header.repetitionBytes + header.definitionBytes : 0;
  const levels = isSecond ? readLevelsV2((await reading.window.take(at, levelBytes)).slice(), leaf, header) : undefined;
  const page = await takePage(reading, header, at, levelBytes);
  const told = levels ?? readLevels(page.bytes, leaf, header.values);
  const count = countPresent(told, leaf.maxDefinition, header.values);
  const cells = readCells(reading, page, header, isSecond ? 0 : told.end, count);
  reading.assembler.addPage(told.repetitions, told.definitions, cells, header.values);
};

const readDictionary = async (reading: Reading, header: PageHeader, at: number): Promise<void> => {
  if (reading.dictionary !== undefined)
    throw new FormatFault("malformed", "a column of the Parquet file has two dictionaries", at);
  const page = await takePage(reading, header, at, 0);
  const raws = readPlain(page.bytes, 0, header.values, reading.column.leaf);
  // Converted once, however many values refer to it.
  reading.dictionary = convertAll(raws, reading.column.leaf, page);
};

/** Uncompressed bytes are measured in place, however large they are. */
const isMeasured = ({ column, chunk }: ColumnPlace): boolean =>
  column.type === "binary" && chunk.codec === STORED && column.leaf.type === "BYTE_ARRAY" && !column.isList;

/**
 * A list value takes at least one bit, except in an initial run of empty ones. Stops a small page that claims many values.
 */
const checkListed = ({ column, budget }: Reading, header: PageHeader, at: number): void => {
  if (!column.isList) return;
  budget.listedLeft -= header.values;
  if (header.values > FREE_LISTED + 8 * header.inflatedBytes)
    throw new FormatFault("malformed", "a page of the Parquet file claims more values than its bytes can contain", at);
  if (budget.listedLeft < 0)
    throw new FormatFault("too_large", "the lists of the row group are too long to read at once", at);
};

const readPage = async (reading: Reading, header: PageHeader, at: number): Promise<number> => {
  if (header.kind === "index") return 0;
  if (header.kind === "dictionary") {
    await readDictionary(reading, header, at);
    return 0;
  }
  checkListed(reading, header, at);
  if (isMeasured(reading) && header.encoding === 0)
    await measureStored(reading.window, reading.column, header, at, reading.assembler);
  else await readDataPage(reading, header, at);
  return header.values;
};

/** All rows of one column of a row group. */
export const readColumn = async (
  place: ColumnPlace,
  inflate: Inflate,
  budget: Budget,
  signal?: AbortSignal,
): Promise<ParquetCell[]> => {
  const { source, object, column, chunk, group } = place;
  const window = openWindow(source, object, chunk, signal);
  const create = column.type === "vector" ? createVectorAssembler : createAssembler;
  const assembler = create(column, group.rows);
  const reading: Reading = { ...place, window, inflate, budget, assembler, dictionary: undefined };
  let [at, values] = [chunk.begin, 0];
  while (values < chunk.values) {
    if (at >= chunk.end) throw new FormatFault("truncated", `${column.name} of the Parquet file is truncated`, at);
    const header = await readHeader(window, at, chunk.end, isMeasured(place));
    const from = at + header.headerBytes;
    at = from + header.storedBytes;
    if (at > chunk.end) throw new FormatFault("truncated", `a page of ${column.name} is truncated`, from);
    values += await readPage(reading, header, from);
  }
  const rows = assembler.finish();
  if (values !== chunk.values || rows.length !== group.rows)
    throw new FormatFault(
      "malformed",
      `${column.name} has ${rows.length} rows, but the row group has ${group.rows}`,
      at,
    );
  return rows;
};
