import { z } from "zod";
import { defineRoutes, moment, nonNegativeInt, optionalFilter, positiveInt, text, timeBound, uuid } from "../kit.ts";
import { MAX_OFFSET, MAX_PAGE_SIZE, pageOf } from "../lists.ts";
import { PLATFORM_ACCESS } from "../platform-access.ts";

export const FAVORITE_TYPES = ["video", "image", "audio", "project"] as const;
export const VISIBILITIES = ["private", "unlisted", "public"] as const;
export const AUDIT_STATUSES = ["none", "approved", "rejected"] as const;
export const PROJECT_TASK_STATUSES = ["queued", "running", "succeeded", "failed", "cancelled"] as const;

/** An id assigned by a product backend. */
export const outsideId = z
  .string()
  .regex(/^[A-Za-z0-9][A-Za-z0-9_-]{0,63}$/, "use letters, digits, dash and underscore");

export const CONTENT_FILE_KINDS = ["video", "image", "audio"] as const;

/** A product file in our storage, with signed URLs valid for a few minutes. */
export const contentFile = z.object({
  kind: z.enum(CONTENT_FILE_KINDS),
  mime: z.string(),
  width: positiveInt.nullable(),
  height: positiveInt.nullable(),
  duration_s: z.number().nonnegative().nullable(),
  url: z.string(),
  poster_url: z.string().nullable(),
});
export type ContentFile = z.infer<typeof contentFile>;

export const projectItem = z.object({
  id: z.string(),
  name: z.string(),
  owner_email: z.string(),
  task_count: nonNegativeInt,
  credits_spent: nonNegativeInt,
  created_at: moment,
  last_activity: moment,
});
export type ProjectItem = z.infer<typeof projectItem>;

export const projectTaskItem = z.object({
  id: z.string(),
  project_id: z.string(),
  parent_task_id: z.string().nullable(),
  type: z.string(),
  status: z.enum(PROJECT_TASK_STATUSES),
  model: z.string(),
  prompt: z.string(),
  /** The first output, shown in the list. */
  cover: contentFile.nullable(),
  credits: nonNegativeInt,
  created_at: moment,
  started_at: moment.nullable(),
  finished_at: moment.nullable(),
  error: z.string().nullable(),
});
export type ProjectTaskItem = z.infer<typeof projectTaskItem>;

export const projectTaskDetail = projectTaskItem.extend({
  project: projectItem,
  inputs: z.array(contentFile),
  outputs: z.array(contentFile),
  params: z.record(z.string(), z.unknown()),
  seed: z.int().nullable(),
});
export type ProjectTaskDetail = z.infer<typeof projectTaskDetail>;

export const favoriteItem = z.object({
  id: uuid,
  user_email: z.string(),
  source: z.string(),
  assets_type: z.enum(FAVORITE_TYPES),
  asset: contentFile.nullable(),
  project_id: z.string().nullable(),
  project_name: z.string().nullable(),
  task_id: z.string().nullable(),
  prompt: z.string(),
  model: z.string(),
  favorited_at: moment,
  visibility: z.enum(VISIBILITIES),
  audit_status: z.enum(AUDIT_STATUSES),
  audited_by: z.string().nullable(),
  audited_at: moment.nullable(),
  /** Whether the author consented to showing it to raters. */
  has_consented: z.boolean(),
});
export type FavoriteItem = z.infer<typeof favoriteItem>;

/** Lists over all users are counted up to this limit; beyond it the total is a lower bound. */
export const MAX_COUNTED = 10_000;

export const contentRoutes = defineRoutes({
  listFavorites: {
    method: "POST",
    path: "/api_v1/admin/content/favorites",
    access: PLATFORM_ACCESS.content,
    summary: "List what end users marked as favourites, newest first",
    body: z.strictObject({
      offset: nonNegativeInt.max(MAX_OFFSET).default(0),
      limit: positiveInt.max(MAX_PAGE_SIZE).default(50),
      user_email: optionalFilter(text({ max: 254 })),
      start_time: optionalFilter(timeBound),
      end_time: optionalFilter(timeBound),
      source: optionalFilter(text({ max: 32 })),
      assets_type: optionalFilter(z.enum(FAVORITE_TYPES)),
      audit_status: optionalFilter(z.enum(AUDIT_STATUSES)),
    }),
    /** `total` stops at 10,000, and `is_total_exact` says so. */
    reply: pageOf(favoriteItem).extend({ is_total_exact: z.boolean(), sources: z.array(z.string()) }),
  },
  listProjectTasks: {
    method: "GET",
    path: "/api_v1/admin/content/:projectId/tasks",
    access: PLATFORM_ACCESS.content,
    summary: "List the tasks of a project, newest first",
    params: z.object({ projectId: outsideId }),
    query: z.object({
      offset: z.preprocess(
        (value) => value ?? 0,
        z.coerce.number<string | number | undefined>().int().min(0).max(1e10),
      ),
      limit: z.preprocess(
        (value) => value ?? 50,
        z.coerce.number<string | number | undefined>().int().min(1).max(MAX_PAGE_SIZE),
      ),
    }),
    reply: pageOf(projectTaskItem).extend({ project: projectItem }),
    errors: ["not_found"],
  },
  getProjectTask: {
    method: "GET",
    path: "/api_v1/admin/content/task/:id",
    access: PLATFORM_ACCESS.content,
    summary: "Get one task of a project with its inputs and outputs",
    params: z.object({ id: outsideId }),
    reply: projectTaskDetail,
    errors: ["not_found"],
  },
  auditFavorite: {
    method: "POST",
    path: "/api_v1/admin/content/favorites/audit",
    access: PLATFORM_ACCESS.content,
    summary: "Approve or reject a favourite",
    body: z.strictObject({
      id: uuid,
      audit_status: z.enum(AUDIT_STATUSES),
      /** Status the caller saw; a mismatch means a concurrent change. */
      expected_status: z.enum(AUDIT_STATUSES),
      reason: text({ max: 500 }).default(""),
    }),
    reply: favoriteItem,
    errors: ["conflict", "not_found"],
  },
  makeBenchmarkRow: {
    method: "POST",
    path: "/api_v1/admin/content/favorites/benchmark_row",
    access: PLATFORM_ACCESS.operators,
    summary: "Add the prompt of a favourite to a benchmark, if its maker agreed",
    body: z.strictObject({ id: uuid, task_id: uuid }),
    reply: z.object({ task_id: uuid, row: nonNegativeInt }),
    errors: ["conflict", "not_found", "not_allowed"],
  },
});
