import type { InputValues } from "@dailies/contract";
import { DomainError } from "../../../errors.ts";
import type { RequestContext } from "../../../request-context.ts";
import type { JobsDeps } from "../jobs-deps.ts";
import { createJobs } from "./create-jobs.ts";
import { requireVisibleJob } from "./get-job.ts";

/** Makes a failed playground call again with the same input and seed, as a call of the user who retries it. */
export const retryJob = async (
  deps: JobsDeps,
  context: RequestContext,
  { id, requestKey }: { readonly id: string; readonly requestKey: string },
): Promise<void> => {
  const job = await requireVisibleJob(deps.db, context, id);
  if (job.source !== "playground") throw new DomainError("conflict", "retry the cells of a grid in their benchmark");
  if (job.status !== "Failed" && job.status !== "Expired")
    throw new DomainError("conflict", "only a failed call can be retried");
  const seed = job.seed_used ?? job.seed_requested;
  await createJobs(deps, context, {
    performerId: job.performer_id,
    requestKey,
    retryOf: id,
    input: job.input as InputValues,
    seeds: seed === null ? [] : [Number(seed)],
  });
};
