import { providerName } from "@dailies/contract";
import { DomainError } from "../../../errors.ts";
import type { Clock } from "../../../platform/clock.ts";
import type { Db, Tx } from "../../../platform/db/database.ts";
import type { Stripe, StripeAnswer } from "../../../platform/stripe/stripe.ts";
import { auditActor, systemContext } from "../../../request-context.ts";
import { recordOperation } from "../../operation-log/index.ts";
import { providerIdempotencyKey } from "./cancellation.ids.ts";
import {
  type CancellationMode,
  explainProblem,
  isCancelledAtStripe,
  obstacleOf,
  type ProviderProblem,
} from "./cancellation.rules.ts";
import {
  beginAttempt,
  type CancellationAttempt,
  noteAccepted,
  noteNoAnswer,
  noteUnsuccessful,
} from "./cancellation.store.ts";

export interface CancelAtProviderDeps {
  readonly db: Db;
  readonly clock: Clock;
  /** Undefined without an API key. */
  readonly stripe: Stripe | undefined;
}

export interface CancelAtProviderInput {
  readonly cancellationId: string;
  readonly requestId: string;
}

type Outcome =
  | { readonly kind: "accepted" }
  | { readonly kind: "unsuccessful"; readonly problem: ProviderProblem; readonly detail: string }
  | { readonly kind: "unknown"; readonly detail: string; readonly isStored: boolean };

/**
 * Ends a subscription at the provider, once. An answer that was lost is reconciled by asking the provider for the
 * subscription; if it is still not known to end, this throws, and the workflow tries again with a backoff.
 */
export const cancelAtProvider = async (
  deps: CancelAtProviderDeps,
  { cancellationId, requestId }: CancelAtProviderInput,
): Promise<"accepted" | "unsuccessful" | "closed"> => {
  const { db, clock } = deps;
  const attempt = await beginAttempt(db, cancellationId);
  if (!attempt) return "closed";
  const outcome = await tryOnce(deps, attempt);
  const name = providerName(attempt.provider);
  if (outcome.kind === "unknown") {
    await noteNoAnswer(db, cancellationId, outcome);
    throw new DomainError("upstream_failed", `${name} has not answered the cancellation: ${outcome.detail}`);
  }
  await db.transaction().execute(async (tx) => {
    const isNew =
      outcome.kind === "accepted"
        ? await noteAccepted(tx, cancellationId, clock())
        : await noteUnsuccessful(tx, cancellationId, { state: "failed", ...outcome });
    if (isNew) await recordOutcome(tx, attempt, outcome, { requestId, at: clock() });
  });
  return outcome.kind;
};

const tryOnce = async ({ stripe }: CancelAtProviderDeps, attempt: CancellationAttempt): Promise<Outcome> => {
  const { row, provider, providerRef: ref } = attempt;
  const mode = row.mode as CancellationMode;
  const problem = obstacleOf({ provider, provider_ref: ref }, stripe !== undefined);
  if (!stripe || ref === null || problem !== undefined) {
    return { kind: "unsuccessful", problem: problem ?? "not_configured", detail: "" };
  }
  // An earlier attempt may have taken effect although its answer was lost or its worker killed.
  if (row.attempts > 1) {
    const known = readState(await stripe.getSubscription(ref), mode);
    if (known !== "still running") return known;
  }
  const answer =
    mode === "now"
      ? await stripe.cancelNow(ref)
      : await stripe.cancelAtPeriodEnd(ref, providerIdempotencyKey(row.id, row.key_version));
  if (answer.kind === "key_refused") return refusal("key_refused", answer.detail);
  if (answer.kind === "found" && isCancelledAtStripe(answer.subscription, mode)) return { kind: "accepted" };
  // Stripe also answers "not found" for a subscription that has ended already.
  const state = readState(await stripe.getSubscription(ref), mode);
  if (state !== "still running") return withStored(state, answer);
  if (answer.kind === "no_answer") return { kind: "unknown", detail: answer.detail, isStored: answer.isStored };
  if (answer.kind === "found") return { kind: "unknown", detail: "the subscription still runs", isStored: false };
  return refusal("refused", answer.detail);
};

const refusal = (problem: ProviderProblem, detail: string): Outcome => ({ kind: "unsuccessful", problem, detail });

const withStored = (outcome: Outcome, answer: StripeAnswer): Outcome =>
  outcome.kind === "unknown" && answer.kind === "no_answer" ? { ...outcome, isStored: answer.isStored } : outcome;

/** What the subscription itself says. */
const readState = (answer: StripeAnswer, mode: CancellationMode): Outcome | "still running" => {
  switch (answer.kind) {
    case "found":
      return isCancelledAtStripe(answer.subscription, mode) ? { kind: "accepted" } : "still running";
    case "no_answer":
      return { kind: "unknown", detail: answer.detail, isStored: false };
    case "not_found":
      return refusal("unknown_subscription", answer.detail);
    case "key_refused":
      return refusal("key_refused", answer.detail);
    case "invalid":
      return refusal("refused", answer.detail);
  }
};

const recordOutcome = (
  tx: Tx,
  { row, userId, email, provider }: CancellationAttempt,
  outcome: Exclude<Outcome, { kind: "unknown" }>,
  { requestId, at }: { requestId: string; at: Date },
): Promise<number> => {
  const isAccepted = outcome.kind === "accepted";
  const name = providerName(provider);
  return recordOperation(tx, auditActor(systemContext(requestId, at)), {
    opType: "Cancel_at_provider",
    subjects: [`end_user:${userId}`, `end_plan:${row.plan_id}`],
    result: isAccepted ? "ok" : "failed",
    reason: isAccepted
      ? `${name} accepted the cancellation. Its event confirms it.`
      : explainProblem(outcome.problem, provider, outcome.detail),
    meta: {
      target: email,
      provider: name,
      mode: row.mode,
      before: { provider_cancellation: "sending" },
      after: { provider_cancellation: isAccepted ? "accepted" : "failed" },
    },
  });
};
