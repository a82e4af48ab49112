import { z } from "zod";
import { moment, nonNegativeInt, positiveInt, text, uuid } from "../../kit.ts";
import { RUN_STATUSES } from "../../lists.ts";
import { prefillModel } from "./model-schemas.ts";

/** JSONL: an object with `key`, `values` and optionally `score` on each line. CSV: a header with `key`, field keys, `score`. */
export const LABEL_PREFILL_FORMATS = ["csv", "jsonl"] as const;
export type LabelPrefillFormat = (typeof LABEL_PREFILL_FORMATS)[number];

export const MAX_PREFILL_BYTES = 2 * 1024 ** 3;
/** Wrong lines, or wrong answers, that are kept with their reason; all of them are counted. */
export const MAX_PREFILL_FAULTS = 100;

/** How sure the source is of the values of a line. */
export const prefillScore = z.number().min(0).max(1);

/** Uploading: the page sends the file. Then a worker reads it, or asks a model about the items. */
export const LABEL_PREFILL_STATUSES = ["Uploading", ...RUN_STATUSES] as const;
export type LabelPrefillStatus = (typeof LABEL_PREFILL_STATUSES)[number];

export const createLabelPrefillBody = z.strictObject({
  file_name: text({ min: 1, max: 300 }),
  format: z.enum(LABEL_PREFILL_FORMATS),
  size_bytes: positiveInt.max(MAX_PREFILL_BYTES),
  request_key: uuid,
});

/** `line` is the number of the item when a model was asked. */
export const labelPrefillFault = z.object({ line: positiveInt, reason: z.string() });
export type LabelPrefillFault = z.output<typeof labelPrefillFault>;

/** Values that the fields of a task's items start with, from a file or proposed by a model. */
export const labelPrefill = z.object({
  id: uuid,
  task_id: uuid,
  /** Of a model, the name of the performer. */
  file_name: z.string(),
  /** Null for a model, as `model` is for a file. */
  format: z.enum(LABEL_PREFILL_FORMATS).nullable(),
  model: prefillModel.nullable(),
  status: z.enum(LABEL_PREFILL_STATUSES),
  size_bytes: nonNegativeInt,
  bytes_read: nonNegativeInt,
  /** Lines or answers whose values the template accepts. */
  rows_read: nonNegativeInt,
  /** Lines or answers that cannot be used: not readable, wrong values, or a key that another line or no item has. */
  rows_wrong: nonNegativeInt,
  /** Items of the task that were compared with the file, or passed by the model. */
  items_read: nonNegativeInt,
  items_total: nonNegativeInt,
  /** Items that start with these values now. */
  applied: nonNegativeInt,
  /** Items that somebody has labelled or holds: they stay as they are. */
  skipped: nonNegativeInt,
  /** The first wrong lines or answers. */
  faults: z.array(labelPrefillFault).max(MAX_PREFILL_FAULTS),
  /** Why all of it failed. */
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
