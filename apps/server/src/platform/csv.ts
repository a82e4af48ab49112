import { DomainError } from "../errors.ts";

export interface CsvRecord {
  /** The first line of the record, counted from 1 as in an editor. */
  readonly line: number;
  readonly fields: readonly string[];
}

/** What cannot be read, and on which line. */
export class CsvFault extends DomainError {
  readonly reason: string;
  constructor(line: number, reason: string) {
    super("invalid", `line ${line}: ${reason}`);
    this.reason = reason;
  }
}

const BYTE_ORDER_MARK = /^\uFEFF/;
/** An unquoted field and its end: a comma, any line break, or the end of the text. */
const PLAIN = /([^",\r\n]*)(,|\r\n|\n|\r|$)/y;
/** A quoted field, in which quotes are doubled and line breaks are text. */
const QUOTED = /"((?:[^"]|"")*)"(,|\r\n|\n|\r|$)/y;
const LINE_BREAK = /\r\n|\n|\r/g;

const readField = (text: string, at: number, line: number): { value: string; end: string; next: number } => {
  const isQuoted = text[at] === '"';
  const pattern = isQuoted ? QUOTED : PLAIN;
  pattern.lastIndex = at;
  const found = pattern.exec(text);
  if (!found) {
    const words = isQuoted ? "a quoted field does not end, or text follows its quote" : "a quote inside a plain field";
    throw new CsvFault(line, words);
  }
  const [whole, content = "", end = ""] = found;
  return { value: isQuoted ? content.replaceAll('""', '"') : content, end, next: at + whole.length };
};

/** Parses RFC 4180 with any line breaks and an optional byte order mark. Empty lines are skipped. */
export const parseCsv = (file: string): CsvRecord[] => {
  const text = file.replace(BYTE_ORDER_MARK, "");
  const records: CsvRecord[] = [];
  let fields: string[] = [];
  let line = 1;
  let lineOfRecord = 1;
  let at = 0;
  let isOpen = text !== "";
  while (isOpen) {
    const { value, end, next } = readField(text, at, line);
    fields.push(value);
    line += (text.slice(at, next).match(LINE_BREAK) ?? []).length;
    at = next;
    if (end === ",") continue;
    if (fields.some((field) => field !== "")) records.push({ line: lineOfRecord, fields });
    fields = [];
    lineOfRecord = line;
    isOpen = at < text.length;
  }
  return records;
};
