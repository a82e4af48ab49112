import { type Taking, takeCall } from "../jobs/call.store.ts";
import { cancelAtProvider } from "./cancel-at-provider.ts";
import { endCall } from "./end-call.ts";
import { again, DONE, type Hand, type Look, type PerformDeps } from "./perform-deps.ts";
import { nextTryMs } from "./retry-policy.rules.ts";
import { submitAndPoll } from "./submit-and-poll.ts";

/** As long as a silent worker counts as alive. */
export const HOLD_S = 20;
const BUSY_ELSEWHERE_MS = 2_000;

const OVER_BUDGET = {
  code: "budget_stop",
  message: "the task's budget does not allow another call",
  isRetryable: true,
};
const DISABLED = { code: "performer_disabled", message: "the performer is switched off", isRetryable: true };

/** One step of one call, from wherever it stands. Safe to repeat, and to run twice at once, after any crash. */
export const performCall = async (deps: PerformDeps, callId: string, hand: Hand): Promise<Look> => {
  const taking = await takeCall(deps.db, callId, HOLD_S);
  if (!taking) return DONE;
  await deps.reached?.("slot taken");
  switch (taking.outcome) {
    case "taken":
      return submitAndPoll(deps, taking, hand);
    case "ended":
      return taking.call.mustCancel ? cancelAtProvider(deps, taking, hand) : DONE;
    case "busy":
      return again(Math.min(taking.waitMs, BUSY_ELSEWHERE_MS) + 50);
    case "no_slot":
    case "gated":
      return again(nextTryMs({ tries: hand.tries, waitMs: taking.waitMs, random: Math.random() }));
    case "over_budget":
      return endWith(deps, taking, { status: "Cancelled", error: OVER_BUDGET, isNotStarted: true });
    case "disabled":
      return endWith(deps, taking, { status: "Failed", error: DISABLED, isNotStarted: true });
  }
};

const endWith = async (deps: PerformDeps, { call }: Taking, end: Parameters<typeof endCall>[2]): Promise<Look> => {
  // Refused here and begun by somebody else in the same moment: then there is more to do.
  return (await endCall(deps, call, end)) ? DONE : again(500);
};
