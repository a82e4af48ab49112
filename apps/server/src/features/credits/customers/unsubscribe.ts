import type { PlanItem } from "@dailies/contract";
import { DomainError } from "../../../errors.ts";
import type { RequestContext } from "../../../request-context.ts";
import { toPlan } from "../credit.dto.ts";
import type { CreditsDeps } from "../credits-deps.ts";
import { subjectOf } from "../grants/grant-credits.ts";
import { withIdempotencyKey } from "../with-idempotency-key.ts";
import { getEndUser } from "./get-end-user.ts";
import { endPlan, insertCancellation, lockPlan } from "./plan.store.ts";
import type { PlanRow } from "./reported-records.store.ts";

export interface UnsubscribeRequest {
  readonly email: string;
  readonly planId: string;
  readonly mode: "period_end" | "now";
  readonly reason: string;
  readonly key: string;
}

const stateOf = ({ status, cancel_at }: PlanRow) => ({ status, cancel_at: cancel_at?.toISOString() ?? null });

/**
 * Ends a subscription here and records the request in `plan_cancellation`. Granted credits stay until they expire.
 * There is no payment provider client yet, so an operator must also cancel at the provider.
 */
export const unsubscribe = (
  deps: Pick<CreditsDeps, "db" | "clock">,
  context: RequestContext,
  { email, planId, mode, reason, key }: UnsubscribeRequest,
): Promise<{ plan: PlanItem; operation_id: number }> => {
  const input = { email: email.toLowerCase(), planId, mode, reason };
  return withIdempotencyKey(deps, context, { call: "unsubscribe", key, input }, async (tx, at) => {
    const user = await getEndUser(tx, email);
    const plan = await lockPlan(tx, user.id, planId);
    if (!plan) throw new DomainError("not_found", "this end user has no such subscription");
    refuseEnded(plan, mode);
    const end =
      mode === "now"
        ? ({ status: "cancelled", cancelAt: at } as const)
        : ({ status: "cancel_scheduled", cancelAt: plan.current_period_end } as const);
    const ended = await endPlan(tx, plan, { ...end, reason, at });
    await insertCancellation(tx, { key, planId, mode, reason, askedBy: context.actor.username, askedAt: at });
    const meta = { target: user.email, before: stateOf(plan), after: stateOf(ended), plan: plan.code, mode };
    return {
      answer: { plan: toPlan(ended) },
      operation: { opType: "Unsubscribe_user_plan", subjects: [subjectOf(user), `end_plan:${planId}`], meta, reason },
    };
  });
};

const refuseEnded = ({ status, cancel_at }: PlanRow, mode: UnsubscribeRequest["mode"]): void => {
  if (status === "cancelled" || status === "expired") {
    throw new DomainError("conflict", "this subscription has already ended");
  }
  if (status === "cancel_scheduled" && mode === "period_end") {
    const when = cancel_at === null ? "" : ` on ${cancel_at.toISOString().slice(0, 10)}`;
    throw new DomainError("conflict", `this subscription ends by itself${when}`);
  }
};
