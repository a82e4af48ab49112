import { DomainError } from "../../../errors.ts";
import type { Tx } from "../../../platform/db/database.ts";
import { newId } from "../../../platform/ids.ts";
import { auditActor, type RequestContext } from "../../../request-context.ts";
import { announceJobs } from "../../events/index.ts";
import { recordOperation } from "../../operation-log/index.ts";
import { listPerformersById, mayUsePerformer, type PerformerRecord } from "../../performers/index.ts";
import type { JobsDeps } from "../jobs-deps.ts";
import { startJob } from "../runs/start-run.ts";
import { countOwnUnderWay, insertJob, listJobsOfRequest } from "./create-jobs.store.ts";
import { requireVisibleJob } from "./get-job.ts";
import { type JobInput, type PlannedJob, planJobs } from "./plan-jobs.ts";

export interface NewJobs extends JobInput {
  readonly performerId: string;
  readonly requestKey: string;
  readonly retryOf: string | undefined;
}

/** Fair use: enough for trials without starving other users. */
const MAX_OWN_UNDER_WAY = 64;

export const requireUsable = async (
  { db }: Pick<JobsDeps, "db">,
  { actor }: RequestContext,
  id: string,
): Promise<PerformerRecord> => {
  const performer = (await listPerformersById(db, [id])).get(id);
  if (!(performer && mayUsePerformer(actor, performer)))
    throw new DomainError("not_found", "there is no such performer");
  return performer;
};

/** Creates and starts the jobs of one form. Idempotent: a repeated request returns the same ids. */
export const createJobs = async (deps: JobsDeps, context: RequestContext, input: NewJobs): Promise<string[]> => {
  const before = await listJobsOfRequest(deps.db, context.actor.userId, input.requestKey);
  if (before.length > 0) return before;
  const performer = await requireUsable(deps, context, input.performerId);
  if (input.retryOf !== undefined) await requireVisibleJob(deps.db, context, input.retryOf);
  const planned = await planJobs(deps, context, performer, input);
  return deps.db.transaction().execute((tx) => insertPlanned(deps, tx, context, { form: input, performer, planned }));
};

interface Plan {
  readonly form: NewJobs;
  readonly performer: PerformerRecord;
  readonly planned: readonly PlannedJob[];
}

const insertPlanned = async (
  { clock }: JobsDeps,
  tx: Tx,
  context: RequestContext,
  { form, performer, planned }: Plan,
): Promise<string[]> => {
  const at = clock();
  if ((await countOwnUnderWay(tx, context.actor.userId)) + planned.length > MAX_OWN_UNDER_WAY) {
    throw new DomainError("conflict", `at most ${MAX_OWN_UNDER_WAY} calls of one person are under way at once`);
  }
  const { requestKey, input, retryOf = null } = form;
  const ids: string[] = [];
  for (const [requestIndex, job] of planned.entries()) {
    const id = newId();
    const of = { performerId: performer.id, performerVersion: performer.version, requestedBy: context.actor.userId };
    const isNew = await insertJob(tx, { id, ...of, requestKey, requestIndex, retryOf, input, at, ...job });
    // A concurrent duplicate of this request has created all of them.
    if (!isNew) return listJobsOfRequest(tx, context.actor.userId, requestKey);
    await startJob(tx, id, context.requestId);
    ids.push(id);
  }
  const began = { userId: context.actor.userId, status: "Pending" as const, progress: null, queuePosition: null };
  await announceJobs(
    tx,
    ids.map((id) => ({ id, ...began })),
  );
  await recordOperation(tx, auditActor(context, at), {
    opType: "Create_performer_task",
    subjects: [`performer:${performer.id}`],
    meta: { calls: ids, performer: performer.name },
  });
  return ids;
};
