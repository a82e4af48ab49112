import { setImmediate as breathe } from "node:timers/promises";
import duckdb, { type DataChunk } from "@duckdb/node-bindings";

const BREATHE_EVERY = 256;

/** Copies the first column of all chunks as raw memory. Row numbers are never null. */
export const gatherNumbers = async (
  chunks: readonly { readonly chunk: DataChunk; readonly rows: number }[],
): Promise<Uint32Array> => {
  const total = chunks.reduce((sum, { rows }) => sum + rows, 0);
  const numbers = new Uint32Array(total);
  let at = 0;
  for (const [index, { chunk, rows }] of chunks.entries()) {
    if (index % BREATHE_EVERY === BREATHE_EVERY - 1) await breathe();
    const bytes = duckdb.vector_get_data(duckdb.data_chunk_get_vector(chunk, 0), rows * 4);
    numbers.set(new Uint32Array(bytes.buffer, bytes.byteOffset, rows), at);
    at += rows;
  }
  return numbers;
};
