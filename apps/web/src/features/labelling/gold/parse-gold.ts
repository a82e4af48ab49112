import { type LabelField, type LabelGoldRow, labelGoldRow, MAX_LABEL_GOLD } from "@dailies/contract";
import { readCsv } from "../../../lib/csv.ts";

/** What cannot be read, as a translation key with its words. */
export interface GoldFault {
  readonly word: "noKey" | "noField" | "badValue" | "badLine" | "tooMany";
  readonly line?: number;
  readonly field?: string;
}

interface ParsedGold {
  readonly rows: readonly LabelGoldRow[];
  readonly fault: GoldFault | undefined;
}

const KEY = "key";
const TRUE = ["true", "yes", "1"];
const FALSE = ["false", "no", "0"];

const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    // The caller says which line it was.
    return undefined;
  }
};

const booleanOf = (text: string): boolean | undefined => {
  const word = text.toLowerCase();
  if (TRUE.includes(word)) return true;
  return FALSE.includes(word) ? false : undefined;
};

const numberOf = (text: string): number | undefined => {
  const value = Number(text);
  return Number.isFinite(value) ? value : undefined;
};

/** The value that a cell stands for; the server checks it against the limits of the field. Undefined: not readable. */
const cellValue = ({ input }: LabelField, text: string): unknown => {
  if (input.kind === "caption") return text;
  if (input.kind === "segments") return parseJson(text);
  switch (input.field.type) {
    case "text":
      return text;
    case "number":
      return numberOf(text);
    case "boolean":
      return booleanOf(text);
    case "list":
      return text.split(";").map((item) => item.trim());
    case "key_value":
      return parseJson(text);
  }
};

const fail = (fault: GoldFault): ParsedGold => ({ rows: [], fault });

const parseLines = (text: string): ParsedGold => {
  const rows: LabelGoldRow[] = [];
  for (const [at, line] of text.split(/\r?\n/).entries()) {
    if (line.trim() === "") continue;
    const parsed = labelGoldRow.safeParse(parseJson(line));
    if (!parsed.success) return fail({ word: "badLine", line: at + 1 });
    rows.push(parsed.data);
  }
  return { rows, fault: undefined };
};

const parseTable = (fields: readonly LabelField[], text: string): ParsedGold => {
  const [header, ...lines] = readCsv(text);
  const names = header?.cells.map((cell) => cell.trim()) ?? [];
  if (!names.includes(KEY)) return fail({ word: "noKey" });
  const unknown = names.find((name) => name !== KEY && !fields.some(({ key }) => key === name));
  if (unknown !== undefined) return fail({ word: "noField", line: 1, field: unknown });
  const rows: LabelGoldRow[] = [];
  for (const { cells, line } of lines) {
    const given: Record<string, unknown> = {};
    for (const field of fields) {
      const cell = cells[names.indexOf(field.key)]?.trim() ?? "";
      if (cell === "") continue;
      given[field.key] = cellValue(field, cell);
      if (given[field.key] === undefined) return fail({ word: "badValue", line, field: field.key });
    }
    const parsed = labelGoldRow.safeParse({ key: cells[names.indexOf(KEY)]?.trim(), values: given });
    if (!parsed.success) return fail({ word: "badValue", line, field: KEY });
    rows.push(parsed.data);
  }
  return { rows, fault: undefined };
};

/** Keys with their answers, as JSON objects line by line, or as a table with a header. */
export const parseGold = (fields: readonly LabelField[], text: string): ParsedGold => {
  if (text.trim() === "") return { rows: [], fault: undefined };
  const parsed = text.trimStart().startsWith("{") ? parseLines(text) : parseTable(fields, text);
  return parsed.rows.length > MAX_LABEL_GOLD ? fail({ word: "tooMany" }) : parsed;
};
