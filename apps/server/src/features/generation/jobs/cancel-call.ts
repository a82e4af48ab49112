import { DomainError } from "../../../errors.ts";
import { auditActor, type RequestContext } from "../../../request-context.ts";
import { recordOperation } from "../../operation-log/index.ts";
import type { CallsDeps } from "../calls-deps.ts";
import { cancelCalls } from "./cancel-calls.ts";
import { requireSeenCall } from "./get-call.ts";

/** One's own; what has ended stays as it is, and then this changes nothing. */
export const cancelCall = async (
  { db, clock }: Pick<CallsDeps, "db" | "clock">,
  context: RequestContext,
  id: string,
): Promise<void> => {
  const { actor, requestId } = context;
  const call = await requireSeenCall(db, actor, id);
  if (call.requested_by !== actor.userId)
    throw new DomainError("not_allowed", "only the user who started a call may cancel it");
  await db.transaction().execute(async (tx) => {
    const at = clock();
    if ((await cancelCalls(tx, { callIds: [id] }, { actor, requestId, at })) === 0) return;
    const subjects = [`performer:${call.performer_id}`] as const;
    await recordOperation(tx, auditActor(context, at), {
      opType: "Cancel_performer_task",
      subjects,
      meta: { call: id },
    });
  });
};
