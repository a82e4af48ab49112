import type { DuckDBDataChunk } from "@duckdb/node-api";
import duckdb, { type DataChunk, type Vector } from "@duckdb/node-bindings";
import type { PackedChunk, PackedColumn } from "./packed-chunk.ts";

/** DuckDB holds texts up to this length in their slot; a slot of a longer one has its address. */
const INLINE_BYTES = 12;
const SLOT_BYTES = 16;
const ADDRESS_AT = 8;
const TEXT_AT = 4;

const dataOf = (chunk: DataChunk, column: number, bytes: number): Uint8Array =>
  duckdb.vector_get_data(vectorOf(chunk, column), bytes);

const vectorOf = (chunk: DataChunk, column: number): Vector => duckdb.data_chunk_get_vector(chunk, column);

/** Small whole numbers that are never missing. */
const readBytes = (chunk: DataChunk, column: number, rows: number): Uint8Array => dataOf(chunk, column, rows);

/** Doubles that are never missing. */
const readDoubles = (chunk: DataChunk, column: number, rows: number): Float64Array => {
  const bytes = dataOf(chunk, column, rows * Float64Array.BYTES_PER_ELEMENT);
  return new Float64Array(bytes.buffer, bytes.byteOffset, rows);
};

/** Texts that are never missing, without making strings of them. */
const readTexts = (chunk: DataChunk, column: number, rows: number): Pick<PackedChunk, "text" | "ends"> => {
  const slots = dataOf(chunk, column, rows * SLOT_BYTES);
  const lengths = new DataView(slots.buffer, slots.byteOffset, slots.byteLength);
  const ends = new Uint32Array(rows);
  let end = 0;
  for (let row = 0; row < rows; row += 1) {
    end += lengths.getUint32(row * SLOT_BYTES, true);
    ends[row] = end;
  }
  const text = new Uint8Array(end);
  for (let row = 0; row < rows; row += 1) {
    const slot = row * SLOT_BYTES;
    const length = lengths.getUint32(slot, true);
    const bytes =
      length <= INLINE_BYTES
        ? slots.subarray(slot + TEXT_AT, slot + TEXT_AT + length)
        : duckdb.get_data_from_pointer(slots.buffer as ArrayBuffer, slots.byteOffset + slot + ADDRESS_AT, length);
    text.set(bytes, (ends[row] ?? 0) - length);
  }
  return { text, ends };
};

const FIRST_ASKED = 4;

export const readPacked = (chunk: DuckDBDataChunk, columns: readonly PackedColumn[]): PackedChunk => {
  const rows = chunk.rowCount;
  const asked = columns.map((column, at) =>
    column === "doubles" ? readDoubles(chunk.chunk, FIRST_ASKED + at, rows) : chunk.getColumnValues(FIRST_ASKED + at),
  );
  return {
    rows,
    reasons: readBytes(chunk.chunk, 0, rows),
    ...readTexts(chunk.chunk, 1, rows),
    ordinals: readDoubles(chunk.chunk, 2, rows),
    mediaBytes: readDoubles(chunk.chunk, 3, rows),
    columns: asked,
  };
};
