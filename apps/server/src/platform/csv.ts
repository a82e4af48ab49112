import { DomainError } from "../errors.ts";

export interface CsvRecord {
  /** The first line of the record, counted from 1 as in an editor. */
  readonly line: number;
  readonly fields: readonly string[];
}

/** Checked while reading, so that a file that exceeds one of them costs no more than the limit. */
export interface CsvLimits {
  readonly fields: number;
  readonly fieldCharacters: number;
}

const LIMITS: CsvLimits = { fields: 1_000, fieldCharacters: 1024 ** 2 };

/** What cannot be read, and on which line. */
export class CsvFault extends DomainError {
  readonly reason: string;
  constructor(line: number, reason: string) {
    super("invalid", `line ${line}: ${reason}`);
    this.reason = reason;
  }
}

interface ReadField {
  readonly value: string;
  readonly next: number;
  readonly isLast: boolean;
  /** Line breaks in the field and at its end. */
  readonly lineBreaks: number;
}

const BYTE_ORDER_MARK = "\uFEFF";
const QUOTE = '"';
const PLAIN_END = /[",\r\n]/g;
const LINE_BREAK = /\r\n|\n|\r/g;
const WRONG_QUOTE = "a quoted field does not end, or text follows its quote";

/** Where the quoted field that begins here has its closing quote; -1 without one. */
const closingQuote = (text: string, from: number): number => {
  let at = text.indexOf(QUOTE, from + 1);
  while (at !== -1 && text[at + 1] === QUOTE) at = text.indexOf(QUOTE, at + 2);
  return at;
};

const breakAt = (text: string, at: number): number => {
  if (text[at] === "\r") return text[at + 1] === "\n" ? 2 : 1;
  return text[at] === "\n" ? 1 : 0;
};

const endOf = (text: string, at: number, inside: number): Omit<ReadField, "value"> | undefined => {
  if (text[at] === ",") return { next: at + 1, isLast: false, lineBreaks: inside };
  const length = breakAt(text, at);
  if (length > 0) return { next: at + length, isLast: true, lineBreaks: inside + 1 };
  return at === text.length ? { next: at, isLast: true, lineBreaks: inside } : undefined;
};

const readField = (text: string, at: number, line: number, limit: number): ReadField => {
  const isQuoted = text[at] === QUOTE;
  PLAIN_END.lastIndex = at;
  const end = isQuoted ? closingQuote(text, at) : (PLAIN_END.exec(text)?.index ?? text.length);
  if (end === -1) throw new CsvFault(line, WRONG_QUOTE);
  if (end - at > limit) throw new CsvFault(line, `a field has at most ${limit} characters`);
  const content = text.slice(isQuoted ? at + 1 : at, end);
  const inside = isQuoted ? (content.match(LINE_BREAK) ?? []).length : 0;
  const ended = endOf(text, isQuoted ? end + 1 : end, inside);
  if (!ended) throw new CsvFault(line, isQuoted ? WRONG_QUOTE : "a quote inside a plain field");
  return { value: isQuoted ? content.replaceAll('""', QUOTE) : content, ...ended };
};

/**
 * Reads RFC 4180 record by record, with any line breaks and an optional byte order mark. Empty lines are skipped. A
 * reader that stops has read no further.
 */
export function* readCsv(text: string, limits: CsvLimits = LIMITS): Generator<CsvRecord> {
  let at = text.startsWith(BYTE_ORDER_MARK) ? 1 : 0;
  let line = 1;
  let lineOfRecord = 1;
  let fields: string[] = [];
  let isOpen = at < text.length;
  while (isOpen) {
    if (fields.length === limits.fields) throw new CsvFault(line, `a line has at most ${limits.fields} fields`);
    const { value, next, isLast, lineBreaks } = readField(text, at, line, limits.fieldCharacters);
    fields.push(value);
    line += lineBreaks;
    at = next;
    if (!isLast) continue;
    if (fields.some((field) => field !== "")) yield { line: lineOfRecord, fields };
    fields = [];
    lineOfRecord = line;
    isOpen = at < text.length;
  }
}

/** The whole of a text that is known to be short. */
export const parseCsv = (text: string, limits?: CsvLimits): CsvRecord[] => [...readCsv(text, limits)];
