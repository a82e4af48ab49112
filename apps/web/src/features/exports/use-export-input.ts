import { AGGREGATIONS, EXPORT_MEDIA, EXPORT_ROWS } from "@dailies/contract";
import { z } from "zod";
import { type UrlFilters, useUrlFilters } from "../../ui/filters/use-url-filters.ts";
import type { PreviewBody } from "./exports.queries.ts";

export const TARGETS = ["xlsx", "csv", "lark"] as const;
export type TargetKind = (typeof TARGETS)[number];
const MAX_TASKS = 20;

const taskIds = z.preprocess(
  (value) => (value === undefined || Array.isArray(value) ? value : [value]),
  z.array(z.uuid()).max(MAX_TASKS).default([]),
);

const schema = z.object({
  task: taskIds,
  rows: z.enum(EXPORT_ROWS).default("cells"),
  aggregation: z.enum(AGGREGATIONS).default("All"),
  media: z.enum(EXPORT_MEDIA).default("none"),
  target: z.enum(TARGETS).default("xlsx"),
});

export type ExportInputValues = z.output<typeof schema>;
export type ExportInput = UrlFilters<ExportInputValues>;

/** The form is kept in the URL, so that it can be shared. */
export const useExportInput = (): ExportInput => useUrlFilters(schema);

export const toPreviewBody = ({ task, rows, aggregation, media }: ExportInputValues): PreviewBody => ({
  task_ids: task,
  rows,
  aggregation,
  media,
});
