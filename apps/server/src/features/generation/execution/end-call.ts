import { errorWords, withLogLine } from "../jobs/call.rules.ts";
import { type Call, endHold } from "../jobs/call.store.ts";
import { again, type Look, type PerformDeps } from "./perform-deps.ts";
import { type Unsuccess, updateUnsuccessful } from "./settle.store.ts";

export interface End extends Pick<Unsuccess, "status" | "error" | "isNotStarted"> {
  readonly rawStatus?: string;
  readonly mustCancel?: boolean;
}

/** Ends a call that brought nothing. False when it had ended before. */
export const endCall = async (deps: PerformDeps, call: Call, end: End): Promise<boolean> => {
  const { status, rawStatus = null, mustCancel = false, isNotStarted = false } = end;
  const error = { ...end.error, code: end.error.code.slice(0, 64), message: errorWords(end.error.message) };
  const log = withLogLine(call.log, deps.clock(), `${status}: ${error.message}`);
  const callId = call.id;
  const isEnded = await updateUnsuccessful(deps.db, {
    callId,
    status,
    isNotStarted,
    mustCancel,
    rawStatus,
    error,
    log,
  });
  await deps.reached?.("ended");
  return isEnded;
};

/** Somebody ended it while it was in our hands: the next look sees that, and what is left to do. */
export const giveBack = async (deps: PerformDeps, call: Call): Promise<Look> => {
  await endHold(deps.db, call.id);
  return again(100);
};
