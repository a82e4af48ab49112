import duckdb, { type Vector } from "@duckdb/node-bindings";
import type { Data, DataType } from "apache-arrow";
import type { ReplicaType } from "./replica-columns.ts";

/** DuckDB stores strings up to this length inline; longer ones are stored elsewhere. */
const INLINE_BYTES = 12;
const SLOT_BYTES = 16;

interface Piece {
  readonly data: Data<DataType>;
  /** A multiple of eight, so that the null bitmap starts at a byte boundary. */
  readonly start: number;
  readonly count: number;
}

/** Copies a slice of an Arrow column into a DuckDB vector, mostly without touching single values. */
export const fillVector = (vector: Vector, type: ReplicaType, piece: Piece): void => {
  if (piece.data.offset !== 0) throw new Error("a column that does not begin at its beginning was not expected");
  if (type === "VARCHAR") return fillText(vector, piece);
  if (type === "BOOLEAN") return fillBooleans(vector, piece);
  const { values } = piece.data as unknown as { values: ArrayBufferView & { BYTES_PER_ELEMENT: number } };
  const sizeBytes = values.BYTES_PER_ELEMENT;
  const begin = values.byteOffset + piece.start * sizeBytes;
  duckdb.copy_data_to_vector(vector, 0, values.buffer as ArrayBuffer, begin, piece.count * sizeBytes);
  if (type === "DOUBLE") return markUnusable(vector, piece, values as unknown as Float64Array);
  markMissing(vector, piece);
};

const markMissing = (vector: Vector, { data, start, count }: Piece): void => {
  if (data.nullCount === 0) return;
  const { buffer, byteOffset } = data.nullBitmap;
  duckdb.vector_ensure_validity_writable(vector);
  const from = byteOffset + start / 8;
  duckdb.copy_data_to_vector_validity(vector, 0, buffer as ArrayBuffer, from, Math.ceil(count / 8));
};

/** NaN and infinities cannot be plotted, compared or sent as JSON, so they count as missing. */
const markUnusable = (vector: Vector, piece: Piece, values: Float64Array): void => {
  const { data, start, count } = piece;
  let isUsable = true;
  for (let i = start; i < start + count && isUsable; i++) isUsable = Number.isFinite(values[i]);
  if (isUsable) return markMissing(vector, piece);
  const bits = new Uint8Array(Math.ceil(count / 8));
  for (let i = 0; i < count; i++) {
    if (isPresent(data, start + i) && Number.isFinite(values[start + i]))
      bits[i >> 3] = (bits[i >> 3] ?? 0) | (1 << (i & 7));
  }
  duckdb.vector_ensure_validity_writable(vector);
  duckdb.copy_data_to_vector_validity(vector, 0, bits.buffer, 0, bits.length);
};

const isPresent = ({ nullCount, nullBitmap }: Data<DataType>, at: number): boolean =>
  nullCount === 0 || (((nullBitmap[at >> 3] ?? 0) >> (at & 7)) & 1) === 1;

const fillBooleans = (vector: Vector, piece: Piece): void => {
  const { data, start, count } = piece;
  const { values } = data as unknown as { values: Uint8Array };
  const bytes = new Uint8Array(count);
  for (let i = 0; i < count; i++) bytes[i] = ((values[(start + i) >> 3] ?? 0) >> ((start + i) & 7)) & 1;
  duckdb.copy_data_to_vector(vector, 0, bytes.buffer, 0, count);
  markMissing(vector, piece);
};

const fillText = (vector: Vector, piece: Piece): void => {
  const { data, start, count } = piece;
  const { values, valueOffsets } = data as unknown as { values: Uint8Array; valueOffsets: Int32Array };
  const slots = new Uint8Array(count * SLOT_BYTES);
  const lengths = new DataView(slots.buffer);
  const long: number[] = [];
  for (let i = 0; i < count; i++) {
    const begin = valueOffsets[start + i] ?? 0;
    const length = (valueOffsets[start + i + 1] ?? begin) - begin;
    if (length > INLINE_BYTES) {
      long.push(i);
      continue;
    }
    const slot = i * SLOT_BYTES;
    lengths.setUint32(slot, length, true);
    for (let at = 0; at < length; at++) slots[slot + 4 + at] = values[begin + at] ?? 0;
  }
  duckdb.copy_data_to_vector(vector, 0, slots.buffer, 0, slots.length);
  for (const i of long) {
    if (!isPresent(data, start + i)) continue;
    const text = values.subarray(valueOffsets[start + i], valueOffsets[start + i + 1]);
    duckdb.vector_assign_string_element_len(vector, i, text);
  }
  markMissing(vector, piece);
};
