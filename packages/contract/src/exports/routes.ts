import { z } from "zod";
import { defineRoutes, moment, nonNegativeInt, text, uuid } from "../kit.ts";
import { AGGREGATIONS } from "../leaderboards/routes.ts";
import { pageOf, pageQuery, RUN_STATUSES } from "../lists.ts";

export const EXPORT_ROWS = ["cells", "judgements", "leaderboard"] as const;
export const EXPORT_STATUSES = RUN_STATUSES;
export const EXPORT_MEDIA = ["none", "link", "poster", "attachment"] as const;
export const LARK_FIELD_TYPES = [
  "text",
  "number",
  "select",
  "multi_select",
  "date",
  "checkbox",
  "url",
  "attachment",
  "other",
] as const;

/** Maps a column of the target table to a field of the export. */
export const columnMapping = z.strictObject({ column: text({ min: 1, max: 100 }), target: text({ min: 1, max: 100 }) });

export const xlsxTarget = z.strictObject({ kind: z.literal("xlsx") });
export const csvTarget = z.strictObject({ kind: z.literal("csv") });
export const larkTarget = z.strictObject({
  kind: z.literal("lark"),
  /** Pasted URL of a Lark base, of a table in it, or of a wiki page that embeds one. */
  link: text({ min: 1, max: 1_000, required: "please paste the link" }),
  /** Null creates a new table with this name. */
  table_id: text({ min: 1, max: 100 }).nullable(),
  table_name: text({ max: 100 }).default(""),
  mapping: z.array(columnMapping).max(200),
  /** Updates rows that an earlier export of the same task created. */
  updates_in_place: z.boolean().default(true),
});
export const exportTarget = z.discriminatedUnion("kind", [xlsxTarget, csvTarget, larkTarget]);
export type ExportTarget = z.output<typeof exportTarget>;

const what = {
  task_ids: z.array(uuid).min(1, "please choose a task").max(20),
  rows: z.enum(EXPORT_ROWS),
  aggregation: z.enum(AGGREGATIONS).default("All"),
  media: z.enum(EXPORT_MEDIA).default("none"),
};

export const exportColumn = z.object({
  key: z.string(),
  name: z.string(),
  type: z.enum(["text", "number", "boolean", "date", "url", "media"]),
});

export const exportError = z.object({ code: z.string(), message: z.string(), is_retryable: z.boolean() });

export const exportItem = z.object({
  id: uuid,
  ...what,
  task_names: z.array(z.string()),
  target: exportTarget,
  status: z.enum(EXPORT_STATUSES),
  rows_done: nonNegativeInt,
  rows_total: nonNegativeInt.nullable(),
  bytes: nonNegativeInt.nullable(),
  /** URL of the result: our own download or the external table. */
  /** Null without a result, and when its file was deleted. */
  result_url: z.string().nullable(),
  /** Whether its file was deleted after the period of the setting `retention.export_files_days`. */
  is_expired: z.boolean(),
  error: exportError.nullable(),
  created_by: z.string(),
  created_at: moment,
  finished_at: moment.nullable(),
});
export type ExportItem = z.output<typeof exportItem>;

const v1 = { permission: "USE_VERSION_1_0" } as const;
const one = z.object({ id: uuid });
const changes = ["conflict", "not_allowed", "not_found"] as const;

const larkErrors = ["not_allowed", "not_found", "conflict", "invalid", "unavailable", "upstream_failed"] as const;
const larkBase = z.object({
  app_token: z.string(),
  name: z.string(),
  table_id: z.string().nullable(),
  tables: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      fields: z.array(z.object({ name: z.string(), type: z.enum(LARK_FIELD_TYPES), is_primary: z.boolean() })),
    }),
  ),
});

export const exportsRoutes = defineRoutes({
  getLarkState: {
    method: "GET",
    path: "/api_v1/export/lark",
    access: v1,
    summary: "Get whether this console is configured to write to Lark",
    reply: z.object({ is_configured: z.boolean(), domain: z.string().nullable() }),
  },
  resolveLarkLink: {
    method: "POST",
    path: "/api_v1/export/lark/resolve",
    access: v1,
    summary: "Resolve a Lark link to its base, tables and fields",
    body: z.strictObject({ link: text({ min: 1, max: 1_000, required: "please paste the link" }) }),
    reply: larkBase,
    errors: larkErrors,
  },
  createLarkBase: {
    method: "POST",
    path: "/api_v1/export/lark/base",
    access: v1,
    summary: "Create a base in Lark and share it with the caller",
    body: z.strictObject({
      name: text({ min: 1, max: 100, required: "please enter a name" }),
      /** A folder that was shared with this console's app; without one, the base is created in the app's own folder. */
      folder_link: text({ min: 1, max: 1_000 }).optional(),
      request_key: uuid,
    }),
    reply: larkBase.extend({ link: z.string() }),
    errors: larkErrors,
  },
  previewExport: {
    method: "POST",
    path: "/api_v1/export/preview",
    access: v1,
    summary: "Preview an export: columns, the first ten rows and its size",
    body: z.strictObject(what),
    reply: z.object({
      columns: z.array(exportColumn),
      rows: z.array(z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()]))),
      rows_total: nonNegativeInt,
      /** Total size of the media, when included. */
      media_bytes: nonNegativeInt,
    }),
    errors: changes,
  },
  createExport: {
    method: "POST",
    path: "/api_v1/export/create",
    access: v1,
    summary: "Export tasks to a file or to Lark, in the background",
    body: z.strictObject({ ...what, target: exportTarget, request_key: uuid }),
    reply: exportItem,
    errors: [...changes, "invalid", "unavailable", "upstream_failed"],
  },
  listExports: {
    method: "GET",
    path: "/api_v1/export/list",
    access: v1,
    summary: "List the caller's exports, newest first",
    query: z.object(pageQuery),
    reply: pageOf(exportItem),
  },
  getExport: {
    method: "GET",
    path: "/api_v1/export/detail/:id",
    access: v1,
    summary: "Get one export",
    params: one,
    reply: exportItem,
    errors: ["not_found"],
  },
  cancelExport: {
    method: "POST",
    path: "/api_v1/export/cancel/:id",
    access: v1,
    summary: "Cancel an export; what was written stays",
    params: one,
    reply: exportItem,
    errors: changes,
  },
  resumeExport: {
    method: "POST",
    path: "/api_v1/export/resume/:id",
    access: v1,
    summary: "Resume a failed export after its last batch",
    params: one,
    reply: exportItem,
    errors: changes,
  },
  downloadExport: {
    method: "GET",
    path: "/api_v1/export/download/:id",
    access: v1,
    summary: "Redirect to a short-lived URL of a finished export",
    params: one,
    raw: { status: 302, contentType: "text/plain" },
    errors: ["not_found", "conflict"],
  },
});
