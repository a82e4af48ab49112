import { CSV_BEGINNING, type CsvField, toCsvRecord } from "../../../platform/write-csv.ts";
import type { ExportColumn, ExportValue } from "../run/export-table.ts";
import type { FileFormat } from "./file-format.ts";

const toField = (value: ExportValue): CsvField => (typeof value === "boolean" ? String(value) : value);

/** One table for all tasks. Writes the header row only at the start of a new file. */
export const resumeCsv = (columns: readonly ExportColumn[], isNew: boolean): FileFormat => {
  let pending: Buffer[] = [];
  let pendingBytes = 0;
  const put = (text: string): void => {
    const bytes = Buffer.from(text);
    pending.push(bytes);
    pendingBytes += bytes.length;
  };
  if (isNew) put(CSV_BEGINNING + toCsvRecord(columns.map(({ name }) => name)));
  return {
    write: async (_task, rows) => put(rows.map(({ values }) => toCsvRecord(values.map(toField))).join("")),
    end: async () => undefined,
    take: () => {
      const bytes = Buffer.concat(pending);
      pending = [];
      pendingBytes = 0;
      return bytes;
    },
    pendingBytes: () => pendingBytes,
  };
};
