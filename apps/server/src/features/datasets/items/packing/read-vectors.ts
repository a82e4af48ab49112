import duckdb, { type DataChunk, type Vector } from "@duckdb/node-bindings";

/** DuckDB holds texts up to this length in their slot; a slot of a longer one has its address. */
const INLINE_BYTES = 12;
const SLOT_BYTES = 16;
const ADDRESS_AT = 8;
const TEXT_AT = 4;

const dataOf = (chunk: DataChunk, column: number, bytes: number): Uint8Array =>
  duckdb.vector_get_data(vectorOf(chunk, column), bytes);

const vectorOf = (chunk: DataChunk, column: number): Vector => duckdb.data_chunk_get_vector(chunk, column);

/** A column of small whole numbers that are never missing. */
export const readBytes = (chunk: DataChunk, column: number, rows: number): Uint8Array => dataOf(chunk, column, rows);

/** A column of doubles that are never missing. */
export const readDoubles = (chunk: DataChunk, column: number, rows: number): Float64Array => {
  const bytes = dataOf(chunk, column, rows * Float64Array.BYTES_PER_ELEMENT);
  return new Float64Array(bytes.buffer, bytes.byteOffset, rows);
};

/** The UTF-8 bytes of texts that are never missing, without making strings of them. */
export class TextVector {
  private readonly slots: Uint8Array;
  private readonly lengths: DataView;

  constructor(chunk: DataChunk, column: number, rows: number) {
    this.slots = dataOf(chunk, column, rows * SLOT_BYTES);
    this.lengths = new DataView(this.slots.buffer, this.slots.byteOffset, this.slots.byteLength);
  }

  bytesAt(row: number): Uint8Array {
    const slot = row * SLOT_BYTES;
    const length = this.lengths.getUint32(slot, true);
    if (length <= INLINE_BYTES) return this.slots.subarray(slot + TEXT_AT, slot + TEXT_AT + length);
    const address = this.slots.byteOffset + slot + ADDRESS_AT;
    return duckdb.get_data_from_pointer(this.slots.buffer as ArrayBuffer, address, length);
  }
}
