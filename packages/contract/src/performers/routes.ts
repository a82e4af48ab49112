import { z } from "zod";
import { defineRoutes, moment, nonNegativeInt, okReply, text, uuid } from "../kit.ts";
import { pageOf, sortOrder } from "../lists.ts";
import { money } from "../money.ts";
import { pageNumberQuery } from "../tasks/routes.ts";
import {
  createPerformerBody,
  inputValues,
  MAX_SEED,
  PERFORMER_TASK_SOURCES,
  PERFORMER_TASK_STATUSES,
  performerItem,
  performerTaskDetail,
  performerTaskItem,
  updatePerformerBody,
} from "./schemas.ts";

const players = { any: ["internal", "PERFORMER_PLAYGROUND"] } as const;
const readers = { any: ["internal", "PERFORMER_PLAYGROUND", "USE_VERSION_1_0"] } as const;
const managers = { permission: "PERFORMER_PLAYGROUND" } as const;

const byId = z.object({ id: uuid });

export const PERFORMER_TASK_SORTS = ["queued_at", "finished_at", "cost"] as const;
export const MAX_SEEDS_AT_ONCE = 16;

const seed = z.int().min(0).max(MAX_SEED);

export const createPerformerTaskBody = z.strictObject({
  performer_id: uuid,
  input: inputValues,
  /** One job per seed; empty: one job, with a generated seed if the performer accepts seeds. */
  seeds: z.array(seed).max(MAX_SEEDS_AT_ONCE).default([]),
  /** Idempotency key, generated when the form opens: a repeated request returns the jobs it created before. */
  request_key: uuid,
  retry_of: uuid.optional(),
});

export const performerTaskFilter = z.strictObject({
  performer_ids: z.array(uuid).max(50).optional(),
  statuses: z.array(z.enum(PERFORMER_TASK_STATUSES)).max(PERFORMER_TASK_STATUSES.length).optional(),
  sources: z.array(z.enum(PERFORMER_TASK_SOURCES)).max(PERFORMER_TASK_SOURCES.length).optional(),
  created_by: text({ max: 254 }).optional(),
  text: text({ max: 200 }).optional(),
  from: moment.optional(),
  to: moment.optional(),
  min_cost_micros: nonNegativeInt.optional(),
  error_code: text({ max: 64 }).optional(),
});

const taskPage = z.object({
  ...pageNumberQuery,
  sort: z.enum(PERFORMER_TASK_SORTS).default("queued_at"),
  order: sortOrder.default("desc"),
});

export const performersRoutes = defineRoutes({
  listPerformers: {
    method: "GET",
    path: "/api_v1/performer/list",
    access: readers,
    summary: "List the performers that the caller may use, with their health",
    reply: pageOf(performerItem),
  },
  createPerformer: {
    method: "POST",
    path: "/api_v1/performer/create",
    access: managers,
    freshSignIn: "always",
    summary: "Register a performer",
    body: createPerformerBody,
    reply: performerItem,
    errors: ["conflict", "not_found"],
  },
  updatePerformer: {
    method: "POST",
    path: "/api_v1/performer/update",
    access: managers,
    freshSignIn: "always",
    summary: "Change a performer; a new origin deletes its secret",
    body: updatePerformerBody,
    reply: performerItem,
    errors: ["conflict", "not_found"],
  },
  deletePerformer: {
    method: "POST",
    path: "/api_v1/performer/delete",
    access: managers,
    summary: "Delete a performer that no task uses",
    body: byId,
    reply: okReply,
    errors: ["conflict", "not_found"],
  },
  testPerformer: {
    method: "POST",
    path: "/api_v1/performer/test",
    access: managers,
    summary: "Test whether a performer answers and accepts its secret; nothing is generated",
    body: byId,
    reply: z.object({ is_ok: z.boolean(), took_ms: nonNegativeInt, message: z.string() }),
    errors: ["not_found"],
  },
  estimatePerformerTask: {
    method: "POST",
    path: "/api_v1/performer/task/estimate",
    access: players,
    summary: "Estimate the cost of a call; null if the performer has no price",
    body: z.strictObject({ performer_id: uuid, input: inputValues, calls: z.int().min(1).max(MAX_SEEDS_AT_ONCE) }),
    reply: z.object({ cost: money.nullable() }),
    errors: ["conflict", "not_found"],
  },
  createPerformerTask: {
    method: "POST",
    path: "/api_v1/performer/task/create",
    access: players,
    summary: "Call a performer once per seed; safe to repeat with the same request key",
    body: createPerformerTaskBody,
    reply: z.object({ items: z.array(performerTaskItem) }),
    errors: ["conflict", "not_found"],
  },
  listPerformerTasks: {
    method: "GET",
    path: "/api_v1/performer/task/list",
    access: players,
    summary: "List calls, newest first; without PERFORMER_PLAYGROUND only one's own",
    query: taskPage,
    reply: pageOf(performerTaskItem),
  },
  filterPerformerTasks: {
    method: "POST",
    path: "/api_v1/performer/task/filter",
    access: players,
    summary: "List the calls that match a filter",
    query: taskPage,
    body: performerTaskFilter,
    reply: pageOf(performerTaskItem),
  },
  getPerformerTask: {
    method: "GET",
    path: "/api_v1/performer/task/detail",
    access: players,
    summary: "Get one call with its input, log and outputs",
    query: byId,
    reply: performerTaskDetail,
    errors: ["not_found"],
  },
  cancelPerformerTask: {
    method: "POST",
    path: "/api_v1/performer/task/cancel",
    access: players,
    summary: "Cancel one's own call; a finished call is not changed",
    body: byId,
    reply: performerTaskItem,
    errors: ["conflict", "not_found"],
  },
  receiveWebhook: {
    method: "POST",
    path: "/api_v1/performer/webhook/:performer_id",
    access: "public",
    summary: "Receive a provider's webhook about a call, verified by its signature",
    params: z.object({ performer_id: uuid }),
    raw: { status: 204, contentType: "text/plain" },
    rawBytes: { max: 1024 ** 2 },
    errors: ["not_allowed", "not_found", "too_large"],
  },
});
