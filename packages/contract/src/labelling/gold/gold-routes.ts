import { z } from "zod";
import { defineRoutes, uuid } from "../../kit.ts";
import { itemNumber } from "../task-schemas.ts";
import { labelGold, updateLabelGoldBody } from "./gold-schemas.ts";

const one = z.object({ id: uuid });
/** For 500 items with long captions. */
const GOLD_MAX_BODY_BYTES = 8 * 1024 ** 2;

/** Gold items: items of a label task whose answers are known. Only the owner of the task sees which they are. */
export const labelGoldRoutes = defineRoutes({
  getLabelGold: {
    method: "GET",
    path: "/api_v1/label/gold/:id",
    access: "internal",
    summary: "List the gold items of a label task, for its owner",
    params: one,
    reply: labelGold,
    errors: ["not_allowed", "not_found"],
  },
  updateLabelGold: {
    method: "POST",
    path: "/api_v1/label/gold/:id",
    access: "internal",
    summary: "Add and remove gold items of a label task and set their share, as its owner",
    params: one,
    body: updateLabelGoldBody,
    maxBodyBytes: GOLD_MAX_BODY_BYTES,
    reply: labelGold,
    errors: ["conflict", "invalid", "not_allowed", "not_found"],
  },
  markLabelGold: {
    method: "POST",
    path: "/api_v1/label/gold/mark/:id",
    access: "internal",
    summary: "Make an item a gold one with its adjudicated or accepted answer, as the owner of the label task",
    params: one,
    body: z.strictObject({ item: itemNumber }),
    reply: labelGold,
    errors: ["conflict", "not_allowed", "not_found"],
  },
});
