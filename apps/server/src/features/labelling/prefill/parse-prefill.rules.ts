import {
  type LabelField,
  type LabelPrefillFault,
  type LabelPrefillFormat,
  type LabelSegment,
  type LabelValues,
  numberOfText,
  parseJsonText,
  parseLabelCell,
  parseLabelValue,
  prefillScore,
  text,
} from "@dailies/contract";
import { z } from "zod";
import { DomainError } from "../../../errors.ts";
import { CsvFault, parseCsv } from "../../../platform/csv.ts";
import type { FileRecord } from "./record-splitter.ts";

/** Values that the template accepts. */
export interface ProposedValues {
  readonly values: LabelValues;
  readonly score: number | null;
  /** The end of the last segment; null without any. */
  readonly endUs: number | null;
}

/** A line that can be used. */
export interface PrefillRow extends ProposedValues {
  readonly key: string;
  readonly line: number;
}

type ParsedLine = { readonly row: PrefillRow } | { readonly fault: LabelPrefillFault };

const KEY = "key";
const SCORE = "score";
const MAX_REASON = 300;

const proposed = {
  values: z.record(z.string(), z.unknown()),
  score: prefillScore.nullable().default(null),
};
const jsonLine = z.strictObject({
  key: text({ min: 1, max: 1_000, required: "please enter a key" }),
  ...proposed,
});
/** Models add remarks, which are not read. */
const modelAnswer = z.object(proposed);
type Line = z.output<typeof jsonLine>;

const WHOLE_LINE = 'use {"key": …, "values": {…}, "score": …}';

class LineFault extends Error {}

const refuse = (reason: string): never => {
  throw new LineFault(reason.slice(0, MAX_REASON));
};

const checkAs = <T>(schema: z.ZodType<T>, line: unknown): T => {
  const parsed = schema.safeParse(line);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const path = issue?.path.join(".") ?? "";
  return refuse(path === "" ? (issue?.message ?? WHOLE_LINE) : `${path}: ${issue?.message}`);
};

const checkLine = (line: unknown): Line => checkAs(jsonLine, line);

const readJson = (content: string): Line => {
  const value = parseJsonText(content);
  return typeof value === "object" && value !== null && !Array.isArray(value) ? checkLine(value) : refuse(WHOLE_LINE);
};

/** The names of the first line. Throws for a file that cannot be used at all. */
export const readPrefillHeader = (fields: readonly LabelField[], { text: content }: FileRecord): string[] => {
  if (content === undefined) throw new DomainError("invalid", "the file is not encoded in UTF-8");
  const names = (parseCsv(content)[0]?.fields ?? []).map((name) => name.trim());
  const isKnown = (name: string): boolean =>
    name === KEY || name === SCORE || fields.some((field) => field.key === name);
  const fail = (words: string): DomainError =>
    new DomainError("invalid", `the first line names the columns: key, fields of the template, score; ${words}`);
  const unknown = names.filter((name) => !isKnown(name));
  const repeated = names.filter((name, at) => names.indexOf(name) !== at);
  if (!names.includes(KEY)) throw fail("there is no column key");
  if (unknown.length > 0) throw fail(`unknown: ${unknown.join(", ").slice(0, MAX_REASON)}`);
  if (repeated.length > 0) throw fail(`twice: ${repeated.join(", ").slice(0, MAX_REASON)}`);
  return names;
};

const readCell = (fields: readonly LabelField[], name: string, cell: string): unknown => {
  const field = fields.find(({ key }) => key === name);
  if (!field) return refuse(`${name}: the template has no such field`);
  return parseLabelCell(field, cell) ?? refuse(`${name}: this value cannot be read`);
};

const readTableLine = (fields: readonly LabelField[], columns: readonly string[], content: string): Line => {
  const records = parseCsv(content);
  const [record] = records;
  if (!record || records.length > 1) return refuse("a line ends with LF or CRLF");
  const cells = record.fields.map((cell) => cell.trim());
  if (cells.length !== columns.length) return refuse(`${cells.length} cells, the first line has ${columns.length}`);
  const values: Record<string, unknown> = {};
  let score: unknown = null;
  for (const [at, name] of columns.entries()) {
    const cell = cells[at] ?? "";
    if (name === KEY || cell === "") continue;
    // A field of this name is meant before the score.
    if (name === SCORE && !fields.some(({ key }) => key === SCORE))
      score = numberOfText(cell) ?? refuse("score: this is not a number");
    else values[name] = readCell(fields, name, cell);
  }
  return checkLine({ key: cells[columns.indexOf(KEY)], values, score });
};

const isEmpty = (value: unknown): boolean => value === null || value === "";

const checkValues = (fields: readonly LabelField[], given: Readonly<Record<string, unknown>>): LabelValues => {
  const values: LabelValues = {};
  for (const [key, value] of Object.entries(given)) {
    if (isEmpty(value)) continue;
    const field = fields.find((each) => each.key === key);
    if (!field) return refuse(`${key}: the template has no such field`);
    // The length of the clip is known when the line meets its item.
    const parsed = parseLabelValue(field, value, null);
    if ("faults" in parsed) return refuse(`${key}: ${parsed.faults[0]?.message}`);
    values[key] = parsed.value;
  }
  return Object.keys(values).length > 0 ? values : refuse("there is no value");
};

const lastEndOf = (fields: readonly LabelField[], values: LabelValues): number | null => {
  const segments = fields.flatMap(({ key, input }) =>
    input.kind === "segments" ? ((values[key] ?? []) as LabelSegment[]) : [],
  );
  return segments.length === 0 ? null : Math.max(...segments.map(({ end_us: end }) => end));
};

const reasonOf = (error: unknown): string => {
  if (error instanceof LineFault) return error.message;
  if (error instanceof CsvFault) return error.reason;
  throw error;
};

/** How the lines of a file are read. */
export interface PrefillForm {
  readonly fields: readonly LabelField[];
  /** Null for values that no file has. */
  readonly format: LabelPrefillFormat | null;
  /** Of a table. */
  readonly columns: readonly string[];
}

/** Undefined for an empty line. */
export const parsePrefillLine = (
  { fields, format, columns }: PrefillForm,
  { text: content, line }: FileRecord,
): ParsedLine | undefined => {
  if (content?.trim() === "") return undefined;
  try {
    if (content === undefined) return refuse("this line is not encoded in UTF-8");
    const given = format === "csv" ? readTableLine(fields, columns, content) : readJson(content);
    const values = checkValues(fields, given.values);
    return { row: { key: given.key, line, values, score: given.score, endUs: lastEndOf(fields, values) } };
  } catch (error) {
    return { fault: { line, reason: reasonOf(error) } };
  }
};

const MAX_ANSWER = 200_000;
/** Models wrap JSON into a block of Markdown, even when they are asked for nothing else. */
const FENCED = /^```(?:json)?\s*(?<inside>[\s\S]*?)\s*```$/;

const jsonOf = (answer: unknown): unknown => {
  if (typeof answer !== "string") return answer;
  if (answer.length > MAX_ANSWER) return refuse(`the answer has more than ${MAX_ANSWER} characters`);
  const words = answer.trim();
  return parseJsonText(FENCED.exec(words)?.groups?.inside ?? words);
};

/** The values that a performer proposes for one item: JSON, or a text that is JSON. */
export const parsePrefillAnswer = (
  fields: readonly LabelField[],
  answer: unknown,
): ProposedValues | { readonly reason: string } => {
  try {
    const given = jsonOf(answer);
    if (typeof given !== "object" || given === null || Array.isArray(given))
      return refuse("the answer is no JSON object");
    const { values: said, score } = checkAs(modelAnswer, given);
    const values = checkValues(fields, said);
    return { values, score, endUs: lastEndOf(fields, values) };
  } catch (error) {
    return { reason: reasonOf(error) };
  }
};
