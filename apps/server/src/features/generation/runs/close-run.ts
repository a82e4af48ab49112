import type { Db } from "../../../platform/db/database.ts";
import { notifyUsers } from "../../notifications/index.ts";
import { closeRunIfDone } from "./run.store.ts";

/** Closes a run whose jobs have all ended, and tells the owner of the task, unless everything was cancelled. */
export const closeRun = (db: Db, at: Date, { taskId, run }: { taskId: string; run: number }): Promise<void> =>
  db.transaction().execute(async (tx) => {
    const ended = await closeRunIfDone(tx, taskId, run);
    if (!ended || ended.succeeded + ended.failed === 0) return;
    const { ownerId, succeeded, failed } = ended;
    await notifyUsers(tx, [ownerId], {
      eventKey: `generation_finished:${taskId}:${run}`,
      kind: "generation_finished",
      taskId,
      details: { succeeded, failed },
      at,
    });
  });
