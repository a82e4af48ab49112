import type { LabelExportFormat } from "@dailies/contract";
import { type ExportCell, type ExportColumn, openRowWriter } from "../../datasets/index.ts";
import type { AnsweredItem } from "./answer-readers.ts";
import { type LabelStudioSource, labelStudioTask } from "./label-studio.rules.ts";
import { type LabelCell, type LabelTable, type LabelTableInput, labelTable } from "./label-tables.ts";

export interface WrittenPart {
  readonly bytes: Buffer;
  readonly rows: number;
}

/** Encodes items as bytes of a file, one batch at a time. */
export interface LabelWriter {
  readonly begin: () => Buffer;
  readonly write: (items: readonly AnsweredItem[]) => WrittenPart;
  readonly end: () => WrittenPart;
}

const NOTHING: WrittenPart = { bytes: Buffer.alloc(0), rows: 0 };
/** Rows of a Parquet row group. Its footer lists the columns of each group, so that small groups make it large. */
const GROUP_ROWS = 10_000;
/** Long captions end a group earlier. */
const GROUP_CHARACTERS = 16_000_000;

/** As text where a table has no such value. A column of mixed types is JSON in Parquet, and plain where possible in CSV. */
const toCell = (cell: LabelCell, column: ExportColumn, isParquet: boolean): ExportCell => {
  if (cell === null) return null;
  if (typeof cell === "object" || (isParquet && column.type === "json")) return JSON.stringify(cell);
  return cell;
};

const lengthOf = (row: readonly ExportCell[]): number =>
  row.reduce((sum: number, cell) => sum + (typeof cell === "string" ? cell.length : 8), 0);

/** Also writes the columns that labels become in a dataset. */
export const tableWriter = (format: "csv" | "parquet", { columns, rowsOf }: LabelTable): LabelWriter => {
  const writer = openRowWriter(format, columns);
  const isParquet = format === "parquet";
  let held: ExportCell[][] = [];
  let characters = 0;
  const flush = (): WrittenPart => {
    const rows = held;
    held = [];
    characters = 0;
    return rows.length === 0 ? NOTHING : { bytes: writer.write(rows), rows: rows.length };
  };
  return {
    begin: writer.begin,
    write: (items) => {
      for (const row of items.flatMap(rowsOf)) {
        const cells = columns.map((column, at) => toCell(row[at] ?? null, column, isParquet));
        held.push(cells);
        characters += lengthOf(cells);
      }
      const isWhole = !isParquet || held.length >= GROUP_ROWS || characters >= GROUP_CHARACTERS;
      return isWhole ? flush() : NOTHING;
    },
    end: () => {
      const { bytes, rows } = flush();
      return { bytes: Buffer.concat([bytes, writer.end()]), rows };
    },
  };
};

const jsonWriter = ({ columns, rowsOf }: LabelTable): LabelWriter => ({
  begin: () => NOTHING.bytes,
  write: (items) => {
    const rows = items.flatMap(rowsOf);
    const lines = rows.map((row) => JSON.stringify(Object.fromEntries(columns.map(({ name }, at) => [name, row[at]]))));
    return { bytes: Buffer.from(lines.map((line) => `${line}\n`).join("")), rows: rows.length };
  },
  end: () => NOTHING,
});

const labelStudioWriter = (source: LabelStudioSource): LabelWriter => {
  let isFirst = true;
  return {
    begin: () => Buffer.from("[\n"),
    write: (items) => {
      const tasks = items.map((item) => {
        const text = `${isFirst ? "" : ",\n"}${JSON.stringify(labelStudioTask(source, item))}`;
        isFirst = false;
        return text;
      });
      return { bytes: Buffer.from(tasks.join("")), rows: tasks.length };
    },
    end: () => ({ bytes: Buffer.from("\n]\n"), rows: 0 }),
  };
};

export const openLabelWriter = (input: LabelTableInput & { readonly format: LabelExportFormat }): LabelWriter => {
  if (input.format === "label_studio") return labelStudioWriter(input);
  const table = labelTable(input);
  return input.format === "jsonl" ? jsonWriter(table) : tableWriter(input.format, table);
};
