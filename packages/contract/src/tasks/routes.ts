import { z } from "zod";
import {
  defineRoutes,
  moment,
  nonNegativeInt,
  okReply,
  queryArray,
  queryFlag,
  text,
  uuid,
  versionNumber,
} from "../kit.ts";
import { pageOf, sortOrder } from "../lists.ts";
import { currency, moneyMicros } from "../money.ts";

export const TASK_KINDS = ["Benchmark", "DataProcessing", "Evaluation"] as const;
export type TaskKind = (typeof TASK_KINDS)[number];
export const GENERATION_STATUSES = ["Init", "Generating", "Benchmarking", "Finished"] as const;
export type GenerationStatus = (typeof GENERATION_STATUSES)[number];
export const TASK_STATUSES = [
  "Init",
  "Generating",
  "Benchmarking",
  "Running",
  "Finished",
  "Failed",
  "Cancelled",
] as const;
export type TaskStatus = (typeof TASK_STATUSES)[number];
export const TASK_SORTS = ["updated_at", "created_at", "name"] as const;

const pageNumber = (fallback: number, max: number) =>
  z.preprocess((value) => value ?? fallback, z.coerce.number<string | number | undefined>().int().min(1).max(max));

/** The product specifies page numbers from one and ten tasks per page. */
export const pageNumberQuery = { page: pageNumber(1, 10_000), page_size: pageNumber(10, 100) };

export const taskName = text({ min: 1, max: 200, required: "please enter a name" });
export const taskTag = text({ min: 1, max: 60 });
const tags = z.array(taskTag).max(20);

export const generationProgress = z.object({
  total: nonNegativeInt,
  /** Not requested yet. */
  waiting: nonNegativeInt,
  queued: nonNegativeInt,
  running: nonNegativeInt,
  succeeded: nonNegativeInt,
  failed: nonNegativeInt,
  cancelled: nonNegativeInt,
  excluded: nonNegativeInt,
});
export type GenerationProgress = z.output<typeof generationProgress>;

export const taskSpend = z.object({
  currency,
  /** Actual cost, summed over jobs. */
  actual_micros: moneyMicros,
  /** Jobs in flight, at their estimated cost. */
  reserved_micros: moneyMicros,
  /** Everything still to do, at current prices. */
  estimated_micros: moneyMicros,
  budget_micros: moneyMicros.nullable(),
  is_budget_hard: z.boolean(),
});
export type TaskSpend = z.output<typeof taskSpend>;

export const voteProgress = z.object({ done: nonNegativeInt, needed: nonNegativeInt });

export const taskItem = z.object({
  id: uuid,
  kind: z.enum(TASK_KINDS),
  name: z.string(),
  description: z.string(),
  tags: z.array(z.string()),
  status: z.enum(TASK_STATUSES),
  owner: z.string(),
  owner_id: uuid,
  /** Whether the caller may change it, as owner or member. */
  is_mine: z.boolean(),
  rows: nonNegativeInt,
  columns: nonNegativeInt,
  /** Benchmarks only. */
  progress: generationProgress.nullable(),
  spend: taskSpend.nullable(),
  votes: voteProgress.nullable(),
  revision: versionNumber,
  archived_at: moment.nullable(),
  created_at: moment,
  updated_at: moment,
});
export type TaskItem = z.output<typeof taskItem>;

export const listTasksQuery = z.object({
  ...pageNumberQuery,
  q: text({ max: 200 }).optional(),
  kind: z.enum(TASK_KINDS).optional(),
  status: z.enum(TASK_STATUSES).optional(),
  tag: queryArray(taskTag).pipe(z.array(taskTag).max(20)).optional(),
  /** Only tasks the caller owns or is a member of. */
  is_mine: queryFlag.optional(),
  is_archived: queryFlag.default("false"),
  sort: z.enum(TASK_SORTS).default("updated_at"),
  order: sortOrder.default("desc"),
});

const described = { name: taskName, description: text({ max: 4_000 }).default(""), tags: tags.default([]) };
/** Idempotency key, generated when the dialog opens: a repeated request returns the task it created before. */
const requestKey = uuid;

export const createBenchmarkBody = z.strictObject({
  kind: z.literal("Benchmark"),
  ...described,
  request_key: requestKey,
  is_sample: z.boolean().default(false),
  /** The run that it is promoted from. */
  run_id: uuid.optional(),
});
export const createDataProcessingBody = z.strictObject({
  kind: z.literal("DataProcessing"),
  ...described,
  request_key: requestKey,
  /** Source by name, a dataset view or a folder of assets, until those screens exist. */
  source: text({ min: 1, max: 300, required: "please enter a source" }),
  performer_id: uuid.optional(),
  output: text({ min: 1, max: 200, required: "please enter an output" }),
});
export const createEvaluationBody = z.strictObject({
  kind: z.literal("Evaluation"),
  ...described,
  request_key: requestKey,
  sources: z
    // An empty list selects every column.
    .array(z.strictObject({ task_id: uuid, column_ids: z.array(uuid).max(50) }))
    .min(1, "please choose at least one benchmark")
    .max(20),
});
export const createTaskBody = z.discriminatedUnion("kind", [
  createBenchmarkBody,
  createDataProcessingBody,
  createEvaluationBody,
]);
export type CreateTaskBody = z.output<typeof createTaskBody>;

export const taskMember = z.object({ id: uuid, username: z.string() });

export const taskDetail = taskItem.extend({
  members: z.array(taskMember),
  /** Input for kinds whose own screens come later. */
  settings: z.record(z.string(), z.json()),
});
export type TaskDetail = z.output<typeof taskDetail>;

export const updateTaskBody = z.strictObject({
  expect_revision: versionNumber,
  name: taskName.optional(),
  description: text({ max: 4_000 }).optional(),
  tags: tags.optional(),
  /** User names. */
  members: z
    .array(text({ min: 1, max: 254 }))
    .max(50)
    .optional(),
});

/** A user as shown to those who may add them to a task: no e-mail address, role or permission. */
export const personItem = z.object({
  id: uuid,
  username: z.string(),
  realname: z.string(),
  is_external: z.boolean(),
});
export type PersonItem = z.output<typeof personItem>;

export const MAX_PEOPLE_FOUND = 20;

const v1 = { permission: "USE_VERSION_1_0" } as const;
const taskParams = z.object({ id: uuid });

export const tasksRoutes = defineRoutes({
  listTasks: {
    method: "GET",
    path: "/api_v1/task/list",
    access: v1,
    summary: "List tasks of all kinds",
    query: listTasksQuery,
    reply: pageOf(taskItem),
  },
  createTask: {
    method: "POST",
    path: "/api_v1/task/create",
    access: v1,
    summary: "Create a task; a benchmark may start from the sample prompts",
    body: createTaskBody,
    reply: taskItem,
    errors: ["conflict", "not_found"],
  },
  getTask: {
    method: "GET",
    path: "/api_v1/task/detail/:id",
    access: v1,
    summary: "Get one task",
    params: taskParams,
    reply: taskDetail,
    errors: ["not_found"],
  },
  searchPeople: {
    method: "GET",
    path: "/api_v1/task/people",
    // Label tasks are made by internal users, who need not hold the permission.
    access: { any: ["internal", "USE_VERSION_1_0"] },
    summary: "Find users to add as members or raters; external callers find only people they share a task with",
    query: z.object({ q: text({ max: 200 }).optional() }),
    reply: z.object({ items: z.array(personItem).max(MAX_PEOPLE_FOUND) }),
  },
  updateTask: {
    method: "POST",
    path: "/api_v1/task/update/:id",
    access: v1,
    summary: "Change the name, description, tags or members of a task",
    params: taskParams,
    body: updateTaskBody,
    reply: taskDetail,
    errors: ["conflict", "not_allowed", "not_found"],
  },
  deleteTask: {
    method: "POST",
    path: "/api_v1/task/delete/:id",
    access: v1,
    summary: "Delete a task without judgements; running calls are cancelled and their cost stays counted",
    params: taskParams,
    reply: okReply,
    errors: ["conflict", "not_allowed", "not_found"],
  },
  duplicateTask: {
    method: "POST",
    path: "/api_v1/task/duplicate/:id",
    access: v1,
    summary: "Copy a task's definition, without clips and judgements",
    params: taskParams,
    body: z.strictObject({ name: taskName, request_key: requestKey }),
    reply: taskItem,
    errors: ["conflict", "not_found"],
  },
  archiveTasks: {
    method: "POST",
    path: "/api_v1/task/archive",
    access: v1,
    summary: "Archive tasks, or restore them",
    body: z.strictObject({ ids: z.array(uuid).min(1).max(100), is_archived: z.boolean() }),
    reply: z.object({ changed: nonNegativeInt }),
    errors: ["conflict", "not_allowed", "not_found"],
  },
});
