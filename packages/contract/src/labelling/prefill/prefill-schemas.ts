import { z } from "zod";
import { moment, nonNegativeInt, positiveInt, text, uuid } from "../../kit.ts";
import { RUN_STATUSES } from "../../lists.ts";

/** JSONL: an object with `key`, `values` and optionally `score` on each line. CSV: a header with `key`, field keys, `score`. */
export const LABEL_PREFILL_FORMATS = ["csv", "jsonl"] as const;
export type LabelPrefillFormat = (typeof LABEL_PREFILL_FORMATS)[number];

export const MAX_PREFILL_BYTES = 2 * 1024 ** 3;
/** Wrong lines that are kept with their reason; all of them are counted. */
export const MAX_PREFILL_FAULTS = 100;

/** How sure the source is of the values of a line. */
export const prefillScore = z.number().min(0).max(1);

/** Uploading: the page sends the file. Then a worker reads it. */
export const LABEL_PREFILL_STATUSES = ["Uploading", ...RUN_STATUSES] as const;
export type LabelPrefillStatus = (typeof LABEL_PREFILL_STATUSES)[number];

export const createLabelPrefillBody = z.strictObject({
  file_name: text({ min: 1, max: 300 }),
  format: z.enum(LABEL_PREFILL_FORMATS),
  size_bytes: positiveInt.max(MAX_PREFILL_BYTES),
  request_key: uuid,
});

export const labelPrefillFault = z.object({ line: positiveInt, reason: z.string() });
export type LabelPrefillFault = z.output<typeof labelPrefillFault>;

/** A file with values that the fields of a task's items start with. */
export const labelPrefill = z.object({
  id: uuid,
  task_id: uuid,
  file_name: z.string(),
  format: z.enum(LABEL_PREFILL_FORMATS),
  status: z.enum(LABEL_PREFILL_STATUSES),
  size_bytes: nonNegativeInt,
  bytes_read: nonNegativeInt,
  /** Lines whose values the template accepts. */
  rows_read: nonNegativeInt,
  /** Lines that cannot be used: not readable, wrong values, or a key that another line or no item of the task has. */
  rows_wrong: nonNegativeInt,
  /** Items of the task that were compared with the file. */
  items_read: nonNegativeInt,
  items_total: nonNegativeInt,
  /** Items that start with values of the file now. */
  applied: nonNegativeInt,
  /** Items that somebody has labelled or holds: they stay as they are. */
  skipped: nonNegativeInt,
  /** The first wrong lines. */
  faults: z.array(labelPrefillFault).max(MAX_PREFILL_FAULTS),
  /** Why the whole file failed. */
  error: z.string().nullable(),
  created_by: z.string(),
  created_at: moment,
  finished_at: moment.nullable(),
});
export type LabelPrefill = z.output<typeof labelPrefill>;

/** Where the page sends the file, with exactly these headers. */
export const prefillUpload = z.object({ url: z.string(), headers: z.record(z.string(), z.string()) });

export const createdLabelPrefill = z.object({
  prefill: labelPrefill,
  /** Null once the file has arrived. */
  upload: prefillUpload.nullable(),
});
