import type { Actor } from "../../../actor.ts";
import { DomainError } from "../../../errors.ts";
import type { Db } from "../../../platform/db/database.ts";
import { mayManageJobOf, type RequestContext } from "../../../request-context.ts";
import { requireUnblinded } from "../../blinding/index.ts";
import { findJob, type JobRow } from "./job-details.store.ts";

export const seesAllJobs = (actor: Actor): boolean => actor.permissions.has("PERFORMER_PLAYGROUND");

/** Jobs that the user may not see are reported as not found. */
export const requireVisibleJob = async (db: Db, context: RequestContext, id: string): Promise<JobRow> => {
  const { actor } = context;
  const row = await findJob(db, id);
  if (!row || !(seesAllJobs(actor) || mayManageJobOf(context, row.requested_by))) {
    throw new DomainError("not_found", "there is no such call");
  }
  if (row.task_id !== null) await requireUnblinded(db, actor, row.task_id);
  return row;
};
