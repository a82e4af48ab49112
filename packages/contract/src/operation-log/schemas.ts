import { z } from "zod";
import { moment, positiveInt } from "../kit.ts";

/** One entry of the history, as the screens that show a piece of it need it. */
export const operationItem = z.object({
  seq: positiveInt,
  at: moment,
  user_name: z.string(),
  op_type: z.string(),
  /** What the entry is about, as `kind:id`; the first is its target. */
  subjects: z.array(z.string()),
  meta: z.record(z.string(), z.unknown()),
  reason: z.string(),
});
export type OperationItem = z.infer<typeof operationItem>;
