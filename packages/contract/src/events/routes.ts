import { z } from "zod";
import { CELL_STATUSES } from "../benchmarks/schemas.ts";
import { PICTURE_KINDS } from "../datasets/schemas.ts";
import { defineRoutes, queryArray, uuid } from "../kit.ts";
import { PACKAGE_STATUSES } from "../lists.ts";
import { PERFORMER_TASK_STATUSES } from "../performers/schemas.ts";
import { generationProgress, TASK_STATUSES, taskSpend } from "../tasks/routes.ts";

export const MAX_TOPICS = 20;

/**
 * `task:<id>`: every cell of one task. `tasks`: progress of every task. `calls`: the caller's own performer jobs. `pictures`: rendered
 * posters and sprites of datasets. `packages`: progress of every package. `notifications`: the caller's own notifications.
 */
export const eventTopic = z
  .string()
  .regex(
    /^(tasks|calls|pictures|packages|notifications|task:[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})$/,
    "there is no such topic",
  );

export const cellChange = z.object({
  row: z.int(),
  col: z.int(),
  sample: z.int(),
  status: z.enum(CELL_STATUSES),
  progress: z.number().nullable(),
  queue_position: z.int().nullable(),
  attempt_count: z.int(),
});

export const cellsEvent = z.object({
  kind: z.literal("cells"),
  topic: z.string(),
  task_id: uuid,
  cells: z.array(cellChange),
});
export const taskEvent = z.object({
  kind: z.literal("task"),
  topic: z.string(),
  task_id: uuid,
  status: z.enum(TASK_STATUSES),
  revision: z.int(),
  progress: generationProgress.nullable(),
  spend: taskSpend.nullable(),
});
export const callEvent = z.object({
  kind: z.literal("call"),
  topic: z.string(),
  id: uuid,
  status: z.enum(PERFORMER_TASK_STATUSES),
  progress: z.number().nullable(),
  queue_position: z.int().nullable(),
});
/** A poster or sprite of a dataset item was rendered, or could not be. */
export const pictureEvent = z.object({
  kind: z.literal("picture"),
  topic: z.string(),
  dataset_id: uuid,
  version: z.int(),
  ordinal: z.int(),
  what: z.enum(PICTURE_KINDS),
  status: z.enum(["Ready", "Failed"]),
});
/** A package was made, or is further than before. */
export const packageEvent = z.object({
  kind: z.literal("package"),
  topic: z.string(),
  id: uuid,
  status: z.enum(PACKAGE_STATUSES),
  shards_total: z.int().nullable(),
  samples_total: z.int().nullable(),
  bytes_total: z.int().nullable(),
  shards_done: z.int(),
  samples_done: z.int(),
  bytes_done: z.int(),
  left_out: z.int(),
});
/** The caller's notifications changed: read them again. It says nothing else, so that it can be repeated. */
export const notificationEvent = z.object({ kind: z.literal("notification"), topic: z.string() });
/** The SSE connection was down for longer than events are retained: reload everything. */
export const resetEvent = z.object({ kind: z.literal("reset") });

/** An event delivered over SSE. Events carry the current state, not a delta, so a repeated event changes nothing. */
export const liveEvent = z.discriminatedUnion("kind", [
  cellsEvent,
  taskEvent,
  callEvent,
  pictureEvent,
  packageEvent,
  notificationEvent,
  resetEvent,
]);
export type LiveEvent = z.output<typeof liveEvent>;
export type CellChange = z.output<typeof cellChange>;

export const eventsRoutes = defineRoutes({
  watchEvents: {
    method: "GET",
    path: "/api_v1/events",
    // Everybody has notifications; the other topics have rules of their own.
    access: "signed-in",
    summary: "Subscribe to topics as server-sent events, resuming after Last-Event-ID",
    query: z.object({
      topic: queryArray(eventTopic).pipe(z.array(eventTopic).min(1).max(MAX_TOPICS)),
      /** Same as the Last-Event-ID header, for a new SSE connection. */
      last_event_id: z
        .string()
        .regex(/^\d{1,16}-\d{1,16}$/)
        .optional(),
    }),
    raw: { status: 200, contentType: "text/event-stream" },
    errors: ["not_found", "unavailable"],
  },
});
