import type { Actor } from "../../../actor.ts";
import { DomainError } from "../../../errors.ts";
import type { Db } from "../../../platform/db/database.ts";
import { requireUnblinded } from "../../blinding/index.ts";
import { findJob, type JobRow } from "./job-details.store.ts";

export const seesAllJobs = (actor: Actor): boolean => actor.permissions.has("PERFORMER_PLAYGROUND");

/** Jobs that the user may not see are reported as not found. */
export const requireVisibleJob = async (db: Db, actor: Actor, id: string): Promise<JobRow> => {
  const row = await findJob(db, id);
  if (!row || !(seesAllJobs(actor) || row.requested_by === actor.userId)) {
    throw new DomainError("not_found", "there is no such call");
  }
  if (row.task_id !== null) await requireUnblinded(db, actor, row.task_id);
  return row;
};
