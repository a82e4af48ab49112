import { z } from "zod";
import { defineRoutes, text, uuid } from "../kit.ts";
import { labelEvent, labelItemTimeline, labelRevision, listLabelEventsQuery } from "./history-schemas.ts";
import { MAX_LABEL_ITEMS } from "./task-schemas.ts";

const one = z.object({ id: uuid });
const changes = ["conflict", "not_found"] as const;

/** What happened in a task. External users see their own events and labels only. */
export const labelHistoryRoutes = defineRoutes({
  listLabelEvents: {
    method: "GET",
    path: "/api_v1/label/history/:id",
    access: "signed-in",
    summary: "List the events of a label task, newest first, or the items on which people disagree",
    params: one,
    query: listLabelEventsQuery,
    reply: z.object({ items: z.array(labelEvent), next_cursor: z.string().nullable() }),
    errors: ["not_allowed", "not_found", "invalid"],
  },
  getLabelItem: {
    method: "GET",
    path: "/api_v1/label/history/:id/item/:item",
    access: "signed-in",
    summary: "Get the timeline of one item: its events and every revision of its labels",
    params: z.object({ id: uuid, item: z.coerce.number<string>().int().min(1).max(MAX_LABEL_ITEMS) }),
    reply: labelItemTimeline,
    errors: ["not_found"],
  },
  restoreLabel: {
    method: "POST",
    path: "/api_v1/label/history/restore",
    access: "internal",
    summary: "Make an earlier revision of a label the current one, as a new revision; nothing is deleted",
    body: z.strictObject({
      revision_id: uuid,
      reason: text({ min: 1, max: 500, required: "please enter a reason" }),
    }),
    reply: labelRevision,
    errors: changes,
  },
});
