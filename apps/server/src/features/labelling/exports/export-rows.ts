import type { LabelField } from "@dailies/contract";
import { CSV_BEGINNING, toCsvRecord } from "../../../platform/write-csv.ts";
import type { ExportedLabelRow, LabelExportJob } from "./label-export.store.ts";

/** One line of an export: the value of one field by one person for one item. */
const lineOf = (job: LabelExportJob, row: ExportedLabelRow, { key, input }: LabelField) => ({
  task_id: job.taskId,
  dataset_id: job.datasetId,
  dataset_version: job.datasetVersion,
  item: row.seq,
  item_key: row.item_key,
  ordinal: row.ordinal,
  person: row.person,
  field: key,
  kind: input.kind === "field" ? input.field.type : input.kind,
  value: row.label_values[key] ?? null,
  /** Null for a field that was not prefilled. */
  is_edited: row.edited[key] ?? null,
  seconds: row.duration_ms / 1000,
  revision: row.revision,
  template_version: row.template_version,
  guidelines_version: row.guidelines_version,
  /** Segments are in presentation time; the frame rate is what was known of the clip. */
  fps: row.fps,
  duration_us: row.duration_us,
  labelled_at: row.created_at.toISOString(),
});
type Line = ReturnType<typeof lineOf>;

const COLUMNS = [
  "task_id",
  "dataset_id",
  "dataset_version",
  "item",
  "item_key",
  "ordinal",
  "person",
  "field",
  "kind",
  "value",
  "is_edited",
  "seconds",
  "revision",
  "template_version",
  "guidelines_version",
  "fps",
  "duration_us",
  "labelled_at",
] as const satisfies readonly (keyof Line)[];

const cellOf = (value: Line[keyof Line]): string | number | null => {
  if (value === null || typeof value === "string" || typeof value === "number") return value;
  return JSON.stringify(value);
};

export interface LabelRowWriter {
  readonly begin: () => Buffer;
  readonly write: (rows: readonly ExportedLabelRow[]) => { readonly bytes: Buffer; readonly lines: number };
}

/** Long format: a line for each item, person and field that has a value. Lists and segments are JSON, in CSV too. */
export const openLabelWriter = (job: LabelExportJob): LabelRowWriter => {
  const isCsv = job.format === "csv";
  const textOf = (line: Line): string =>
    isCsv ? toCsvRecord(COLUMNS.map((name) => cellOf(line[name]))) : `${JSON.stringify(line)}\n`;
  return {
    begin: () => Buffer.from(isCsv ? CSV_BEGINNING + toCsvRecord(COLUMNS) : ""),
    write: (rows) => {
      const lines = rows.flatMap((row) =>
        job.fields.filter(({ key }) => Object.hasOwn(row.label_values, key)).map((field) => lineOf(job, row, field)),
      );
      return { bytes: Buffer.from(lines.map(textOf).join("")), lines: lines.length };
    },
  };
};
