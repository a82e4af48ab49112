import type { Table } from "@lancedb/lancedb";
import type { Field, RecordBatch } from "apache-arrow";
import { DomainError } from "../../../../errors.ts";
import { findLanceVersion, isWideType, openLanceTable, readLanceVersion } from "../../../storage/index.ts";
import { captionOf } from "../rows/name-columns.ts";
import { arrowCell } from "./arrow-cells.ts";
import type { Cell, DatasetSource, PlannedPart, ReadLimits, SampleRow, SourceRef } from "./source.ts";

const ROWS_AT_ONCE = 2_000;
const VECTOR_BYTES_PER_PART = 48 * 1024 ** 2;

/** A hundred times what the console is designed for. */
const MAX_ROWS = 1_000_000_000;

export const openLanceSource = ({ bucketReader, root }: SourceRef, limits: ReadLimits): DatasetSource => {
  const encodings = new Map<string, string>();
  const open = async (signal: AbortSignal, version?: number): Promise<Table> => {
    const found = await findLanceVersion(bucketReader, root, { version, signal });
    return openLanceTable(bucketReader, root, await readLanceVersion(bucketReader, found, signal));
  };
  const narrowFields = async (table: Table): Promise<Field[]> => {
    const { fields } = await table.schema();
    for (const { name, type } of fields) encodings.set(name, String(type));
    return fields.filter(({ type }) => !isWideType(type));
  };

  async function* read(part: PlannedPart, signal: AbortSignal): AsyncGenerator<SampleRow> {
    for (const { key, etag, from = 0, to = 0 } of part.objects) {
      const table = await open(signal, Number(etag.slice(1)));
      const names = (await narrowFields(table)).map(({ name }) => name);
      for (let begin = from; begin < to; begin += ROWS_AT_ONCE) {
        signal.throwIfAborted();
        const end = Math.min(begin + ROWS_AT_ONCE, to);
        const offsets = Array.from({ length: end - begin }, (_, n) => begin + n);
        const taken = await table.takeOffsets(offsets).select(names).toArrow();
        let row = begin;
        for (const batch of taken.batches) for (const values of rowsOf(batch)) yield toRow(key, row++, values);
      }
    }
  }

  return {
    encodings,
    read,
    plan: async ({ signal }) => {
      const table = await open(signal);
      const [rows, version, fields] = await Promise.all([table.countRows(), table.version(), table.schema()]);
      if (rows > MAX_ROWS) throw new DomainError("invalid", `the Lance table claims ${rows} rows, which are too many`);
      const perPart = rowsPerPart(fields.fields, limits);
      const parts: PlannedPart[] = [];
      for (let from = 0; from < rows; from += perPart) {
        const to = Math.min(from + perPart, rows);
        parts.push({ objects: [{ key: root, bytes: 0, etag: `v${version}`, from, to }] });
      }
      const wide = fields.fields.filter(({ type }) => isWideType(type)).map(({ name }) => name);
      const words = `columns of bytes are not taken over: ${wide.join(", ")}`;
      return { parts, items: rows, bytes: null, warnings: wide.length > 0 ? [words] : [], isWhole: true };
    },
  };
};

const rowsPerPart = (fields: readonly Field[], { samplesPerPart }: ReadLimits): number => {
  const dimensions = fields.reduce((sum, { type }) => sum + ("listSize" in type ? Number(type.listSize) : 0), 0);
  return Math.max(1_000, Math.min(samplesPerPart, Math.floor(VECTOR_BYTES_PER_PART / (4 * Math.max(dimensions, 1)))));
};

function* rowsOf(batch: RecordBatch): Generator<Map<string, Cell>> {
  const columns = batch.schema.fields.map(({ name }, at) => ({ name, vector: batch.getChildAt(at) }));
  for (let row = 0; row < batch.numRows; row++) {
    yield new Map(columns.map(({ name, vector }) => [name, arrowCell(vector?.type, vector?.get(row))]));
  }
}

const toRow = (object: string, row: number, values: ReadonlyMap<string, Cell>): SampleRow => ({
  key: keyOf(values) ?? String(row),
  sampleObject: object,
  caption: captionOf(values),
  values,
});

const KEY_NAMES = ["id", "key", "uuid", "clip_id", "video_id", "span_uuid"];

const keyOf = (values: ReadonlyMap<string, Cell>): string | undefined => {
  for (const name of KEY_NAMES) {
    const value = values.get(name);
    if (typeof value === "string" || typeof value === "number") return String(value);
  }
  return undefined;
};
