import type { Tx } from "../../../platform/db/database.ts";

/** Ordered by foreign keys: referencing tables first. */
const FILLED = [
  "judgement",
  "evaluation_lease",
  "evaluation_item",
  "evaluation_clip",
  "evaluation_lane",
  "evaluation_prompt",
  "evaluation_entry",
] as const;

/** Resets an evaluation to its unstarted plan and keeps its raters. Only for an evaluation without judgements. */
export const clearJudging = async (tx: Tx, taskId: string): Promise<void> => {
  const begun = await tx
    .selectFrom("evaluation")
    .select("task_id")
    .where("task_id", "=", taskId)
    .where("started_at", "is not", null)
    .executeTakeFirst();
  if (!begun) return;
  for (const table of FILLED) await tx.deleteFrom(table).where("task_id", "=", taskId).execute();
  await tx.deleteFrom("board_cache").where("task_id", "=", taskId).execute();
  await tx
    .updateTable("evaluation_rater")
    .set({ draws: 0n, submitted: 0, skipped: 0 })
    .where("task_id", "=", taskId)
    .execute();
  await tx
    .updateTable("evaluation")
    .set((eb) => ({
      started_at: null,
      votes_needed: 0n,
      votes_done: 0n,
      judgement_seq: 0n,
      inputs_revision: eb("inputs_revision", "+", 1n),
      clips_total: 0,
      clips_ready: 0,
      clips_failed: 0,
      prompts: 0,
      samples: 0,
    }))
    .where("task_id", "=", taskId)
    .execute();
};
