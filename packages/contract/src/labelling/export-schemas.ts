import { z } from "zod";
import { COLUMN_SET_ANSWERS, columnSetName } from "../datasets/schemas.ts";
import { moment, nonNegativeInt, uuid } from "../kit.ts";
import { RUN_STATUSES } from "../lists.ts";

/** `label_studio` is a JSON list of tasks with annotations, as Label Studio imports it. */
export const LABEL_EXPORT_FORMATS = ["jsonl", "csv", "parquet", "label_studio"] as const;
export type LabelExportFormat = (typeof LABEL_EXPORT_FORMATS)[number];
/** Long: a row for each field of a label. Wide: a row for each label, with a column for each field. */
export const LABEL_EXPORT_SHAPES = ["long", "wide"] as const;
export type LabelExportShape = (typeof LABEL_EXPORT_SHAPES)[number];
/**
 * Raw: what each person answered. Majority: the most frequent value of each field of an item; none at a tie. Adjudicated:
 * the answer of an adjudicator, and the majority for items without one.
 */
export const LABEL_EXPORT_ANSWERS = ["raw", "majority", "adjudicated"] as const;
export type LabelExportAnswers = (typeof LABEL_EXPORT_ANSWERS)[number];

/** Files are removed this long after they were written. */
export const LABEL_EXPORT_DAYS = 30;

export const createLabelExportBody = z
  .strictObject({
    format: z.enum(LABEL_EXPORT_FORMATS),
    shape: z.enum(LABEL_EXPORT_SHAPES).default("long"),
    answers: z.enum(LABEL_EXPORT_ANSWERS).default("raw"),
    /** The labels as they were at this time; omit for now. The same time gives the same bytes. */
    as_of: moment.optional(),
    request_key: uuid,
  })
  .superRefine(({ format, shape, answers }, context) => {
    if (format !== "label_studio") return;
    if (shape !== "long")
      context.addIssue({ code: "custom", path: ["shape"], message: "Label Studio JSON has a form of its own" });
    if (answers !== "raw")
      context.addIssue({
        code: "custom",
        path: ["answers"],
        message: "Label Studio JSON has the labels of each person",
      });
  });

export const labelExport = z.object({
  id: uuid,
  task_id: uuid,
  format: z.enum(LABEL_EXPORT_FORMATS),
  shape: z.enum(LABEL_EXPORT_SHAPES),
  answers: z.enum(LABEL_EXPORT_ANSWERS),
  as_of: moment,
  status: z.enum(RUN_STATUSES),
  /** Rows of the file; tasks for Label Studio. */
  rows_done: nonNegativeInt,
  bytes: nonNegativeInt.nullable(),
  /** Of the whole file, in hexadecimal digits; null until it is written. */
  sha256: z.string().nullable(),
  error: z.string().nullable(),
  created_at: moment,
  finished_at: moment.nullable(),
  /** When the file is removed, or was; null until it is written. */
  expires_at: moment.nullable(),
  /** The file was removed: the same labels can be exported again as of the same time. */
  is_expired: z.boolean(),
});
export type LabelExport = z.output<typeof labelExport>;

export const createLabelSnapshotBody = z.strictObject({
  /** The first part of the column names, which no other set of the dataset version has or had. */
  name: columnSetName,
  /** Raw only for tasks with one label for each item. */
  answers: z.enum(COLUMN_SET_ANSWERS).default("majority"),
  as_of: moment.optional(),
  request_key: uuid,
});
