import { z } from "zod";
import { defineRoutes, nonNegativeInt, text } from "../../kit.ts";

/** Groups of one task. */
export const MAX_LABEL_GROUPS = 20;
export const MAX_GROUPS_FOUND = 50;

/** Permission codes of the organisation: a group is whoever holds the code when they label. */
export const labelGroupCodes = z.array(text({ min: 1, max: 64 })).max(MAX_LABEL_GROUPS);

export const labelGroup = z.object({
  code: z.string(),
  name: z.string(),
  description: z.string(),
  /** Users who hold the code and may sign in. */
  members: nonNegativeInt,
});
export type LabelGroup = z.output<typeof labelGroup>;

export const labelGroupRoutes = defineRoutes({
  searchLabelGroups: {
    method: "GET",
    path: "/api_v1/label/group/list",
    access: "internal",
    summary:
      "Search the groups that a label task can be given to: permission codes that the console itself does not check",
    query: z.object({ q: text({ max: 100 }).optional() }),
    reply: z.object({ items: z.array(labelGroup).max(MAX_GROUPS_FOUND) }),
  },
});
