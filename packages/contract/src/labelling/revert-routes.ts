import { z } from "zod";
import { defineRoutes, nonNegativeInt, text, uuid } from "../kit.ts";

const labelDay = {
  /** Whose labels. */
  person: text({ min: 1, max: 254, required: "please choose a person" }),
  /** In UTC. */
  day: z.iso.date("please choose a day"),
};

export const revertLabelDayBody = z.discriminatedUnion("is_preview", [
  z.strictObject({ is_preview: z.literal(true), ...labelDay }),
  z.strictObject({
    is_preview: z.literal(false),
    ...labelDay,
    reason: text({ min: 1, max: 500, required: "please enter a reason" }),
    /** The same in all calls that revert one day together; the operation log contains it. */
    request_key: uuid,
  }),
]);

export const revertedLabelDay = z.object({
  /** Reverted by this call. */
  reverted: nonNegativeInt,
  /** Labels of that day that are still to be reverted: repeat the call until there are none. */
  labels: nonNegativeInt,
  /** Labels of that day that changed since, which are left as they are; labels that were reverted before count as well. */
  changed_since: nonNegativeInt,
});
export type RevertedLabelDay = z.output<typeof revertedLabelDay>;

export const labelRevertRoutes = defineRoutes({
  revertLabelDay: {
    method: "POST",
    path: "/api_v1/label/history/revert-day/:id",
    access: "internal",
    summary:
      "Revert what one person labelled on one day, up to 200 labels a call, as new revisions; nothing is deleted",
    params: z.object({ id: uuid }),
    body: revertLabelDayBody,
    reply: revertedLabelDay,
    errors: ["not_found"],
  },
});
