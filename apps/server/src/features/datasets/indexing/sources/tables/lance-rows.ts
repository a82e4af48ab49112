import { readNamedManifest } from "@dailies/formats/lance/read-manifest";
import type { Table } from "@lancedb/lancedb";
import type { Field, RecordBatch } from "apache-arrow";
import { openSharedTable } from "../../../../../platform/lance/open-shared-table.ts";
import { isWideType } from "../../../../../platform/lance/wide-types.ts";
import { openSharedSource } from "../../../../../platform/shared-files/open-shared-source.ts";
import { captionOf } from "../../rows/name-columns.ts";
import type { Cell, SampleRow } from "../source.ts";
import { arrowCell } from "./arrow-cells.ts";
import type { AboutLance, LancePlan, ReadRows } from "./source-calls.ts";

const ROWS_AT_ONCE = 2_000;

/** The manifest is checked before the library opens anything: it would follow a manifest to any location. */
const openChecked = async (table: AboutLance, signal: AbortSignal): Promise<Table> => {
  await readNamedManifest(openSharedSource(table.files), { name: table.manifest, version: table.version }, signal);
  return openSharedTable(table);
};

export const planLance = async (table: AboutLance, signal: AbortSignal): Promise<LancePlan> => {
  const opened = await openChecked(table, signal);
  const [rows, { fields }] = await Promise.all([opened.countRows(), opened.schema()]);
  return {
    rows,
    fields: fields.map(({ name, type }) => ({
      name,
      isWide: isWideType(type),
      dimensions: "listSize" in type ? Number(type.listSize) : 0,
    })),
  };
};

export async function* readLance(
  { from, to, ...table }: AboutLance & { readonly from: number; readonly to: number },
  signal: AbortSignal,
): AsyncGenerator<ReadRows> {
  const opened = await openChecked(table, signal);
  const { fields } = await opened.schema();
  const encodings = fields.map(({ name, type }): [string, string] => [name, String(type)]);
  const names = fields.filter(({ type }: Field) => !isWideType(type)).map(({ name }) => name);
  const object = `${table.folder}${table.name}.lance/`;
  for (let begin = from; begin < to; begin += ROWS_AT_ONCE) {
    signal.throwIfAborted();
    const end = Math.min(begin + ROWS_AT_ONCE, to);
    const offsets = Array.from({ length: end - begin }, (_, n) => begin + n);
    const taken = await opened.takeOffsets(offsets).select(names).toArrow();
    const rows: SampleRow[] = [];
    for (const batch of taken.batches)
      for (const values of rowsOf(batch)) rows.push(toRow(object, begin + rows.length, values));
    yield { encodings, rows };
  }
}

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
