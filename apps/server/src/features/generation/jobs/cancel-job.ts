import { DomainError } from "../../../errors.ts";
import { auditActor, mayManageJobOf, type RequestContext } from "../../../request-context.ts";
import { recordOperation } from "../../operation-log/index.ts";
import type { JobsDeps } from "../jobs-deps.ts";
import { cancelJobs } from "./cancel-jobs.ts";
import { requireVisibleJob } from "./get-job.ts";

/** Cancels the user's own job. No effect on a job that has ended. */
export const cancelJob = async (
  { db, clock }: Pick<JobsDeps, "db" | "clock">,
  context: RequestContext,
  id: string,
): Promise<void> => {
  const { actor, requestId } = context;
  const job = await requireVisibleJob(db, context, id);
  if (!mayManageJobOf(context, job.requested_by))
    throw new DomainError("not_allowed", "only the user who started a call may cancel it");
  await db.transaction().execute(async (tx) => {
    const at = clock();
    if ((await cancelJobs(tx, { jobIds: [id] }, { actor, requestId, at })) === 0) return;
    const subjects = [`performer:${job.performer_id}`] as const;
    await recordOperation(tx, auditActor(context, at), {
      opType: "Cancel_performer_task",
      subjects,
      meta: { call: id },
    });
  });
};
