import { CSV_BEGINNING, type CsvField, toCsvRecord } from "../../../platform/write-csv.ts";
import type { ExportColumn } from "./export-columns.ts";
import { type ExportCell, openParquetWriter, type RowWriter } from "./write-parquet.ts";

const NOTHING = Buffer.alloc(0);

const csvWriter = (columns: readonly ExportColumn[]): RowWriter => {
  const toField = (cell: ExportCell): CsvField => (typeof cell === "boolean" ? String(cell) : cell);
  return {
    begin: () => Buffer.from(CSV_BEGINNING + toCsvRecord(columns.map(({ name }) => name))),
    write: (rows) => Buffer.from(rows.map((row) => toCsvRecord(row.map(toField))).join("")),
    end: () => NOTHING,
  };
};

const jsonWriter = (columns: readonly ExportColumn[]): RowWriter => ({
  begin: () => NOTHING,
  write: (rows) => {
    const lines = rows.map((row) => JSON.stringify(Object.fromEntries(columns.map(({ name }, at) => [name, row[at]]))));
    return Buffer.from(lines.map((line) => `${line}\n`).join(""));
  },
  end: () => NOTHING,
});

export const openRowWriter = (format: "csv" | "jsonl" | "parquet", columns: readonly ExportColumn[]): RowWriter => {
  if (format === "csv") return csvWriter(columns);
  return format === "jsonl" ? jsonWriter(columns) : openParquetWriter(columns);
};
