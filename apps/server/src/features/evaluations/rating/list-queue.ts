import type { QueueTask } from "@dailies/contract";
import type { Db } from "../../../platform/db/database.ts";
import { listQueueRows, type QueueRow } from "./queue.store.ts";

const toQueueTask = (row: QueueRow): QueueTask => ({
  task_id: row.task_id,
  name: row.name,
  kind: row.kind,
  status: row.status,
  mode: row.mode,
  instructions: row.instructions,
  progress: {
    votes_done: Number(row.votes_done),
    votes_needed: Number(row.votes_needed),
    clips_ready: row.clips_ready,
    clips_total: row.clips_total,
    clips_failed: row.clips_failed,
  },
  mine: {
    submitted: row.submitted,
    skipped: row.skipped,
    leased: row.leased,
    has_more: row.has_more,
    self_agreement: row.repeats > 0 ? { same: row.same, of: row.repeats } : null,
    last_at: row.last_at?.toISOString() ?? null,
    leased_until: row.leased_until?.toISOString() ?? null,
  },
});

export const listQueue = async (db: Db, raterId: string, isFinished: boolean): Promise<QueueTask[]> =>
  (await listQueueRows(db, raterId, isFinished)).map(toQueueTask);
