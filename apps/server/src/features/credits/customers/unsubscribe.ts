import { type PlanItem, providerName } from "@dailies/contract";
import { DomainError } from "../../../errors.ts";
import type { RequestContext } from "../../../request-context.ts";
import { explainProblem, obstacleOf, type ProviderProblem } from "../cancellations/cancellation.rules.ts";
import { type CancellationRow, findOpenCancellation } from "../cancellations/cancellation.store.ts";
import { requestCancellation } from "../cancellations/request-cancellation.ts";
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
 * Ends a subscription here, and starts the workflow that ends it at the payment provider. Granted credits stay until they
 * expire. A request that the provider was not told of, or refused, may be repeated once it can be told.
 */
export const unsubscribe = (
  deps: Pick<CreditsDeps, "db" | "clock" | "isStripeConfigured">,
  context: RequestContext,
  { email, planId, mode, reason, key }: UnsubscribeRequest,
): Promise<{ plan: PlanItem; operation_id: number }> => {
  const { isStripeConfigured } = deps;
  const { requestId } = context;
  const input = { email: email.toLowerCase(), planId, mode, reason };
  return withIdempotencyKey(deps, context, { call: "unsubscribe", key, input }, async (tx, at) => {
    const user = await getEndUser(tx, email);
    const plan = await lockPlan(tx, user.id, planId);
    if (!plan) throw new DomainError("not_found", "this end user has no such subscription");
    const open = await findOpenCancellation(tx, planId);
    const canRepeat = open !== undefined && UNTOLD.has(open.state) && !obstacleOf(plan, isStripeConfigured);
    refuseEnded(plan, mode, canRepeat);
    await insertCancellation(tx, { key, planId, mode, reason, askedBy: context.actor.username, askedAt: at });
    const asked = { plan, mode, requestKey: key, requestId, at, isStripeConfigured };
    const cancellation = await requestCancellation(tx, asked);
    const ended = await endPlan(tx, plan, { ...endOf(plan, mode, at), reason });
    const meta = {
      target: user.email,
      before: stateOf(plan),
      after: { ...stateOf(ended), provider_cancellation: cancellation.state },
      plan: plan.code,
      mode,
      provider: describeRequest(plan, cancellation),
    };
    return {
      answer: { plan: toPlan(ended, { cancellation, isStripeConfigured }) },
      operation: { opType: "Unsubscribe_user_plan", subjects: [subjectOf(user), `end_plan:${planId}`], meta, reason },
    };
  });
};

/** A subscription that has ended here already keeps the time of its end. */
const endOf = (plan: PlanRow, mode: UnsubscribeRequest["mode"], at: Date) => {
  if (mode === "period_end") return { status: "cancel_scheduled", cancelAt: plan.current_period_end } as const;
  const endedAt = plan.status === "cancelled" ? plan.cancel_at : null;
  return { status: "cancelled", cancelAt: endedAt ?? at } as const;
};

const describeRequest = ({ provider }: PlanRow, { problem }: CancellationRow): string =>
  problem === null
    ? `${providerName(provider)} is being told. Its event confirms the cancellation.`
    : explainProblem(problem as ProviderProblem, provider);

/** The operator's request stands, but the provider knows nothing of it. */
const UNTOLD: ReadonlySet<string> = new Set(["failed", "not_told"]);

const refuseEnded = ({ status, cancel_at }: PlanRow, mode: UnsubscribeRequest["mode"], canRepeat: boolean): void => {
  if (status === "expired" || (status === "cancelled" && !(canRepeat && mode === "now"))) {
    throw new DomainError("conflict", "this subscription has already ended");
  }
  if (status === "cancel_scheduled" && mode === "period_end" && !canRepeat) {
    const when = cancel_at === null ? "" : ` on ${cancel_at.toISOString().slice(0, 10)}`;
    throw new DomainError("conflict", `this subscription ends by itself${when}`);
  }
};
