import { FIELD_KEY, MAX_ROWS, type ROW_FORMATS, rowFields } from "@dailies/contract";
import { DomainError } from "../../../errors.ts";
import { parseCsv } from "../../../platform/csv.ts";
import { readVbench } from "./read-vbench.rules.ts";
import type { RowFields } from "./row.store.ts";

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

/** Throws for faults of the whole file; faults of single lines are returned with the line. */
export const readRows = (format: (typeof ROW_FORMATS)[number], text: string): ReadRows => {
  const raw = READERS[format](text);
  if (raw.length === 0) throw new DomainError("invalid", "there is no row in it");
  if (raw.length > MAX_ROWS) {
    throw new DomainError("invalid", `at most ${MAX_ROWS} rows come in at once, this has ${raw.length}`);
  }
  const rows: ReadRow[] = [];
  const faults: LineFault[] = [];
  for (const { line, fields, fault } of raw) {
    const parsed = fault === undefined ? rowFields.safeParse(fields) : undefined;
    if (parsed?.success) rows.push({ line, fields: parsed.data });
    else faults.push({ line, message: fault ?? describe(parsed?.error.issues[0]) });
  }
  return { rows, faults };
};

const describe = (issue: { path: readonly PropertyKey[]; message: string } | undefined): string =>
  issue ? `${issue.path.filter((part) => part !== "inputs").join(".")}: ${issue.message}` : "this is no row";

const linesOf = (text: string): { line: number; content: string }[] =>
  text
    .replace(/^\uFEFF/, "")
    .split(/\r\n|\n|\r/)
    .map((content, index) => ({ line: index + 1, content: content.trim() }))
    .filter(({ content }) => content !== "");

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

const readCsv = (text: string): RawRow[] => {
  const [header, ...records] = parseCsv(text);
  const names = (header?.fields ?? []).map((name) => name.trim());
  const wrong = names.find((name) => !FIELD_KEY.test(name));
  if (wrong !== undefined)
    throw new DomainError("invalid", `the first line names the inputs; '${wrong}' is no name for one`);
  const repeated = names.find((name, index) => names.indexOf(name) !== index);
  if (repeated !== undefined) throw new DomainError("invalid", `the first line names '${repeated}' twice`);
  if (names.every((name) => OWN_FIELDS.has(name))) {
    throw new DomainError("invalid", "the first line names at least one input, such as prompt");
  }
  return records.map(({ line, fields }) => {
    const fault = `${fields.length} fields, the first line has ${names.length}`;
    if (fields.length !== names.length) return { line, fields: undefined, fault };
    // Skip empty fields, so that the column's value applies.
    const given = names.flatMap((name, index) => (fields[index] ? [[name, fields[index]] as const] : []));
    const { weight, ...others } = Object.fromEntries(given);
    return { line, fields: asFields({ ...others, ...(weight !== undefined && { weight: Number(weight) }) }) };
  });
};

const READERS: Record<(typeof ROW_FORMATS)[number], (text: string) => RawRow[]> = {
  csv: readCsv,
  jsonl: (text) => linesOf(text).map(readJsonLine),
  vbench: readVbench,
  lines: (text) => linesOf(text).map(({ line, content }) => ({ line, fields: { inputs: { prompt: content } } })),
};
