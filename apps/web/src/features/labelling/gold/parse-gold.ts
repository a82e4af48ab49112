import {
  type LabelField,
  type LabelGoldRow,
  labelGoldRow,
  MAX_LABEL_GOLD,
  parseJsonText,
  parseLabelCell,
} from "@dailies/contract";
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

const fail = (fault: GoldFault): ParsedGold => ({ rows: [], fault });

const parseLines = (text: string): ParsedGold => {
  const rows: LabelGoldRow[] = [];
  for (const [at, line] of text.split(/\r?\n/).entries()) {
    if (line.trim() === "") continue;
    const parsed = labelGoldRow.safeParse(parseJsonText(line));
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
      given[field.key] = parseLabelCell(field, cell);
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
