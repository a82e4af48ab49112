import type { ByteSource } from "../byte-source.ts";
import { FormatFault } from "../format-fault.ts";
import { type EndOfRecord, readRecords, type TextRecord } from "./read-records.ts";
import { brokenRow, type TableRow } from "./table-row.ts";

const QUOTE = 0x22;
const NEWLINE = 0x0a;
const MOST_COLUMNS = 10_000;

/** A quote opens a cell only at its start; inside quotes, a doubled quote is one quote and a newline is text. */
const createEnd = (delimiter: number): EndOfRecord => {
  let [isInside, isStart, wasQuote] = [false, true, false];
  return (byte) => {
    if (isInside) {
      if (byte === QUOTE) wasQuote = !wasQuote;
      else if (wasQuote) [isInside, wasQuote] = [false, false];
      if (isInside) return false;
    } else if (byte === QUOTE && isStart) {
      [isInside, isStart, wasQuote] = [true, false, false];
      return false;
    }
    isStart = byte === delimiter || byte === NEWLINE;
    return byte === NEWLINE;
  };
};

/** One quoted cell from its opening quote on; text after the closing quote belongs to it, as in spreadsheets. */
const readQuoted = (line: string, from: number, delimiter: string): { cell: string; end: number } => {
  let [cell, at] = ["", from + 1];
  for (;;) {
    const quote = line.indexOf('"', at);
    if (quote < 0) return { cell: cell + line.slice(at), end: line.length };
    cell += line.slice(at, quote);
    if (line[quote + 1] !== '"') {
      const end = line.indexOf(delimiter, quote);
      const last = end < 0 ? line.length : end;
      return { cell: cell + line.slice(quote + 1, last), end: last };
    }
    cell += '"';
    at = quote + 2;
  }
};

export const splitCells = (line: string, delimiter: string): readonly string[] => {
  const cells: string[] = [];
  let at = 0;
  for (;;) {
    const isQuoted = line[at] === '"';
    const found = line.indexOf(delimiter, at);
    const plain = { cell: line.slice(at, found < 0 ? line.length : found), end: found < 0 ? line.length : found };
    const { cell, end } = isQuoted ? readQuoted(line, at, delimiter) : plain;
    cells.push(cell);
    if (cells.length > MOST_COLUMNS) throw new FormatFault("too_large", "a row of the CSV file has too many cells");
    if (end >= line.length) return cells;
    at = end + 1;
  }
};

const decode = (bytes: Uint8Array): string | undefined => {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
};

const readHeader = (record: TextRecord, delimiter: string): readonly string[] => {
  const text = record.isTooLong ? undefined : decode(record.bytes);
  if (text === undefined) throw new FormatFault("malformed", "the first row of the CSV file is not UTF-8 text", 0);
  const names = splitCells(text, delimiter).map((name) => name.trim());
  if (names.every((name) => name === "") || new Set(names).size !== names.length)
    throw new FormatFault("malformed", "the first row of the CSV file must contain unique column names", 0);
  return names;
};

const parseRow = (
  { begin, end, bytes, isTooLong }: TextRecord,
  names: readonly string[],
  delimiter: string,
): TableRow | undefined => {
  if (isTooLong) return brokenRow(begin, end, "the row is larger than 4 MiB");
  const text = decode(bytes);
  if (text === undefined) return brokenRow(begin, end, "the row is not UTF-8");
  if (text === "") return undefined;
  const cells = splitCells(text, delimiter);
  if (cells.length !== names.length)
    return brokenRow(begin, end, `the row has ${cells.length} cells where the header has ${names.length}`);
  return { begin, end, values: new Map(names.map((name, at) => [name, cells[at] ?? ""])), fault: null };
};

/** Rows of a CSV (or `.tsv`) file, keyed by the header row; all cells are text. */
export async function* readCsv(
  source: ByteSource,
  object: string,
  signal?: AbortSignal,
): AsyncGenerator<TableRow, void, undefined> {
  const delimiter = object.toLowerCase().endsWith(".tsv") ? "\t" : ",";
  let names: readonly string[] | undefined;
  for await (const record of readRecords(source, object, undefined, createEnd(delimiter.charCodeAt(0)), signal)) {
    if (names === undefined) {
      names = readHeader(record, delimiter);
      continue;
    }
    const row = parseRow(record, names, delimiter);
    if (row !== undefined) yield row;
  }
}
