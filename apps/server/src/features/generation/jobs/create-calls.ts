import { DomainError } from "../../../errors.ts";
import type { Tx } from "../../../platform/db/database.ts";
import { newId } from "../../../platform/ids.ts";
import { auditActor, type RequestContext } from "../../../request-context.ts";
import { announceCalls } from "../../events/index.ts";
import { recordOperation } from "../../operation-log/index.ts";
import { listPerformersById, mayUsePerformer, type PerformerRecord } from "../../performers/index.ts";
import type { CallsDeps } from "../calls-deps.ts";
import { startCall } from "../runs/start-run.ts";
import { countOwnUnderWay, insertCall, listCallsOfRequest } from "./create-calls.store.ts";
import { requireSeenCall } from "./get-call.ts";
import { type CallInput, type PlannedCall, planCalls } from "./plan-calls.ts";

export interface NewCalls extends CallInput {
  readonly performerId: string;
  readonly requestKey: string;
  readonly retryOf: string | undefined;
}

/** Enough to try out, not enough to shut everybody else out. */
const MAX_OWN_UNDER_WAY = 64;

export const requireUsable = async (
  { db }: Pick<CallsDeps, "db">,
  { actor }: RequestContext,
  id: string,
): Promise<PerformerRecord> => {
  const performer = (await listPerformersById(db, [id])).get(id);
  if (!(performer && mayUsePerformer(actor, performer)))
    throw new DomainError("not_found", "there is no such performer");
  return performer;
};

/** Makes the calls of one form once, and starts them. Answers with their ids, also when they were made before. */
export const createCalls = async (deps: CallsDeps, context: RequestContext, input: NewCalls): Promise<string[]> => {
  const before = await listCallsOfRequest(deps.db, context.actor.userId, input.requestKey);
  if (before.length > 0) return before;
  const performer = await requireUsable(deps, context, input.performerId);
  if (input.retryOf !== undefined) await requireSeenCall(deps.db, context.actor, input.retryOf);
  const planned = await planCalls(deps, context, performer, input);
  return deps.db.transaction().execute((tx) => insertPlanned(deps, tx, context, { form: input, performer, planned }));
};

interface Plan {
  readonly form: NewCalls;
  readonly performer: PerformerRecord;
  readonly planned: readonly PlannedCall[];
}

const insertPlanned = async (
  { clock }: CallsDeps,
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
  for (const [requestIndex, call] of planned.entries()) {
    const id = newId();
    const of = { performerId: performer.id, performerVersion: performer.version, requestedBy: context.actor.userId };
    const isNew = await insertCall(tx, { id, ...of, requestKey, requestIndex, retryOf, input, at, ...call });
    // The same form, sent twice at once: the other has made all of them.
    if (!isNew) return listCallsOfRequest(tx, context.actor.userId, requestKey);
    await startCall(tx, id, context.requestId);
    ids.push(id);
  }
  const began = { userId: context.actor.userId, status: "Pending" as const, progress: null, queuePosition: null };
  await announceCalls(
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
