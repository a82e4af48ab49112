import { FIELD_KEY, MAX_INPUT_FIELDS, MAX_ROWS, type ROW_FORMATS, rowFields } from "@dailies/contract";
import { DomainError } from "../../../errors.ts";
import { readCsv } from "../../../platform/csv.ts";
import { readVbench } from "./read-vbench.rules.ts";
import type { RowFields } from "./row.store.ts";

export type RowFormat = (typeof ROW_FORMATS)[number];

export interface LineFault {
  readonly line: number;
  readonly message: string;
}

/** A valid row with its line in the text. */
export interface ReadRow {
  readonly line: number;
  readonly fields: RowFields;
}

export interface ReadRows {
  readonly rows: readonly ReadRow[];
  readonly faults: readonly LineFault[];
}

/** A row of the file before validation. */
interface RawRow {
  readonly line: number;
  readonly fields: unknown;
  readonly fault?: string;
}

const OWN_FIELDS: ReadonlySet<string> = new Set(["label", "category", "weight"]);

/** A line of an object with every input at its longest is shorter. */
const MAX_LINE_CHARACTERS = 1024 ** 2;
/** A line with more fields than names is a fault of that line; beyond this the file is no table. */
const CSV_LIMITS = { fields: 2 * (MAX_INPUT_FIELDS + OWN_FIELDS.size), fieldCharacters: MAX_LINE_CHARACTERS };

/**
 * Throws for faults of the whole file; faults of single lines are returned with the line. Reads row by row and stops at
 * the first that is too many.
 */
export const readRows = (format: RowFormat, text: string): ReadRows => {
  const rows: ReadRow[] = [];
  const faults: LineFault[] = [];
  for (const { line, fields, fault } of READERS[format](text)) {
    if (rows.length + faults.length === MAX_ROWS) throw tooMany();
    const parsed = fault === undefined ? rowFields.safeParse(fields) : undefined;
    if (parsed?.success) rows.push({ line, fields: parsed.data });
    else faults.push({ line, message: fault ?? describe(parsed?.error.issues[0]) });
  }
  if (rows.length + faults.length === 0) throw new DomainError("invalid", "there is no row in it");
  return { rows, faults };
};

const tooMany = (): DomainError => new DomainError("invalid", `at most ${MAX_ROWS} rows come in at once`);

const describe = (issue: { path: readonly PropertyKey[]; message: string } | undefined): string =>
  issue ? `${issue.path.filter((part) => part !== "inputs").join(".")}: ${issue.message}` : "this is no row";

function* linesOf(text: string): Generator<{ line: number; content: string }> {
  const lineBreak = /\r\n|\n|\r|$/g;
  let at = text.startsWith("\uFEFF") ? 1 : 0;
  for (let line = 1; at < text.length; line++) {
    lineBreak.lastIndex = at;
    const found = lineBreak.exec(text);
    const end = found?.index ?? text.length;
    if (end - at > MAX_LINE_CHARACTERS) {
      throw new DomainError("invalid", `line ${line}: a line has at most ${MAX_LINE_CHARACTERS} characters`);
    }
    const content = text.slice(at, end).trim();
    if (content !== "") yield { line, content };
    at = end + (found?.[0].length ?? 0);
  }
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Unknown keys become inputs, unless the object already has `inputs`. */
const asFields = (given: Record<string, unknown>): unknown => {
  if (isObject(given.inputs)) return given;
  const entries = Object.entries(given);
  return {
    ...Object.fromEntries(entries.filter(([key]) => OWN_FIELDS.has(key))),
    inputs: Object.fromEntries(entries.filter(([key]) => !OWN_FIELDS.has(key))),
  };
};

const readJsonLine = ({ line, content }: { line: number; content: string }): RawRow => {
  try {
    const value: unknown = JSON.parse(content);
    if (isObject(value)) return { line, fields: asFields(value) };
    return { line, fields: undefined, fault: "a line holds one object in braces" };
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return { line, fields: undefined, fault: "this is not JSON" };
  }
};

function* readTable(text: string): Generator<RawRow> {
  const records = readCsv(text, CSV_LIMITS);
  const header = records.next();
  const names = (header.done ? [] : header.value.fields).map((name) => name.trim());
  const wrong = names.find((name) => !FIELD_KEY.test(name));
  if (wrong !== undefined)
    throw new DomainError("invalid", `the first line names the inputs; '${wrong}' is no name for one`);
  const repeated = names.find((name, index) => names.indexOf(name) !== index);
  if (repeated !== undefined) throw new DomainError("invalid", `the first line names '${repeated}' twice`);
  if (names.every((name) => OWN_FIELDS.has(name))) {
    throw new DomainError("invalid", "the first line names at least one input, such as prompt");
  }
  for (const { line, fields } of records) yield { line, ...readRecord(names, fields) };
}

const readRecord = (names: readonly string[], fields: readonly string[]): Omit<RawRow, "line"> => {
  const fault = `${fields.length} fields, the first line has ${names.length}`;
  if (fields.length !== names.length) return { fields: undefined, fault };
  // Skip empty fields, so that the column's value applies.
  const given = names.flatMap((name, index) => (fields[index] ? [[name, fields[index]] as const] : []));
  const { weight, ...others } = Object.fromEntries(given);
  return { fields: asFields({ ...others, ...(weight !== undefined && { weight: Number(weight) }) }) };
};

const READERS: Record<RowFormat, (text: string) => Iterable<RawRow>> = {
  csv: readTable,
  *jsonl(text) {
    for (const line of linesOf(text)) yield readJsonLine(line);
  },
  vbench: readVbench,
  *lines(text) {
    for (const { line, content } of linesOf(text)) yield { line, fields: { inputs: { prompt: content } } };
  },
};
