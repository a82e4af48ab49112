import { z } from "zod";
import { moment, positiveInt } from "../kit.ts";

/** One audit log entry, as excerpts on other screens show it. */
export const operationItem = z.object({
  seq: positiveInt,
  at: moment,
  user_name: z.string(),
  op_type: z.string(),
  /** Subjects of the entry as `kind:id`; the first is its target. */
  subjects: z.array(z.string()),
  meta: z.record(z.string(), z.unknown()),
  reason: z.string(),
});
export type OperationItem = z.infer<typeof operationItem>;
