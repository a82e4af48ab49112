import type { ByteRange } from "../byte-range.ts";
import type { ByteSource } from "../byte-source.ts";
import { readRecords, type TextRecord } from "./read-records.ts";
import { brokenRow, type TableRow } from "./table-row.ts";

const NEWLINE = 0x0a;
const isNewline = (byte: number): boolean => byte === NEWLINE;

const decode = (bytes: Uint8Array): string | undefined => {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
};

const MOST_DEPTH = 100;
const [BACKSLASH, QUOTE] = [0x5c, 0x22];
const OPENING = new Set([0x5b, 0x7b]);
const CLOSING = new Set([0x5d, 0x7d]);

/** Deeply nested lists would overflow the stack when serialized again. */
const isTooDeep = (text: string): boolean => {
  let [depth, isInText] = [0, false];
  for (let at = 0; at < text.length && depth <= MOST_DEPTH; at += 1) {
    const code = text.charCodeAt(at);
    if (code === BACKSLASH) at += 1;
    else if (code === QUOTE) isInText = !isInText;
    else if (!isInText) depth += Number(OPENING.has(code)) - Number(CLOSING.has(code));
  }
  return depth > MOST_DEPTH;
};

/** Undefined when the text is not JSON, or is nested too deeply. */
export const parseJson = (text: string): unknown => {
  if (isTooDeep(text)) return undefined;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
};

/** A `Map`, because a key of the data may be any word, including `__proto__`. */
export const objectEntries = (value: unknown): ReadonlyMap<string, unknown> | undefined =>
  typeof value === "object" && value !== null && !Array.isArray(value) ? new Map(Object.entries(value)) : undefined;

const parseRow = ({ begin, end, bytes, isTooLong }: TextRecord): TableRow | undefined => {
  if (isTooLong) return brokenRow(begin, end, "the row is larger than 4 MiB");
  const text = decode(bytes);
  if (text === undefined) return brokenRow(begin, end, "the row is not UTF-8");
  if (text.trim() === "") return undefined;
  const values = objectEntries(parseJson(text));
  return values ? { begin, end, values, fault: null } : brokenRow(begin, end, "the row is not a JSON object");
};

/**
 * A range may cut rows anywhere, and a row belongs to the range in which it begins: after the first line end in the range.
 */
const firstRowFrom = async (
  source: ByteSource,
  object: string,
  { begin, end }: ByteRange,
  signal?: AbortSignal,
): Promise<ByteRange> => {
  if (begin === 0) return { begin, end };
  for await (const { next } of readRecords(source, object, { begin: begin - 1, end: begin }, isNewline, signal))
    return { begin: Math.min(next, end), end };
  return { begin: end, end };
};

/** Rows of a JSONL file; with a range, those that begin in it. Empty lines are skipped. */
export async function* readJsonLines(
  source: ByteSource,
  object: string,
  range?: ByteRange,
  signal?: AbortSignal,
): AsyncGenerator<TableRow, void, undefined> {
  const from = range && (await firstRowFrom(source, object, range, signal));
  for await (const record of readRecords(source, object, from, isNewline, signal)) {
    const row = parseRow(record);
    if (row !== undefined) yield row;
  }
}
