import type { ColumnType } from "@dailies/contract";
import { ByteWriter, ParquetWriter, schemaFromColumnData } from "hyparquet-writer";
import type { ExportColumn } from "./export-columns.ts";

export type ExportCell = string | number | boolean | null;

/** Encodes rows as bytes of a file, one batch at a time. */
export interface RowWriter {
  readonly begin: () => Buffer;
  readonly write: (rows: readonly (readonly ExportCell[])[]) => Buffer;
  readonly end: () => Buffer;
}

type BasicType = "BOOLEAN" | "DOUBLE" | "INT64" | "STRING";
const TYPES: Partial<Record<ColumnType, BasicType>> = { boolean: "BOOLEAN", integer: "INT64", number: "DOUBLE" };

const typeOf = ({ type }: ExportColumn): BasicType => TYPES[type] ?? "STRING";

/** Integers beyond the safe range of JavaScript arrive as text. */
const toParquet = (column: ExportColumn, cell: ExportCell): bigint | ExportCell =>
  cell !== null && typeOf(column) === "INT64" ? BigInt(cell) : cell;

/** Each batch becomes a row group; encoded bytes are passed on and not buffered. */
export const openParquetWriter = (columns: readonly ExportColumn[]): RowWriter => {
  const bytes = new ByteWriter();
  const empty = columns.map((column) => ({ name: column.name, data: [], type: typeOf(column), nullable: true }));
  const writer = new ParquetWriter({ writer: bytes, schema: schemaFromColumnData({ columnData: empty }) });
  const take = (): Buffer => {
    const taken = Buffer.from(new Uint8Array(bytes.buffer, 0, bytes.index));
    bytes.index = 0;
    return taken;
  };
  return {
    begin: take,
    write: (rows) => {
      const columnData = columns.map((column, at) => ({
        name: column.name,
        data: rows.map((row) => toParquet(column, row[at] ?? null)),
      }));
      void writer.write({ columnData, rowGroupSize: Math.max(1, rows.length) });
      return take();
    },
    end: () => {
      void writer.finish();
      return take();
    },
  };
};
