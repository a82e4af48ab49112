import { setTimeout as sleep } from "node:timers/promises";
import { inWindow } from "../runs/grid.rules.ts";
import { performCall } from "./perform-call.ts";
import type { Look, PerformDeps } from "./perform-deps.ts";

/** One step of a call at a time for each of these, whatever number of partitions this process has in hand. */
export const STEPS_AT_ONCE = 100;
const FIRST_REST_MS = 1_000;
const MAX_REST_MS = 5_000;

export interface CallsInHand {
  readonly signal: AbortSignal;
  /** The calls that a step is made for just now: others are told that somebody works on them. */
  readonly inHand: Set<string>;
  /** Lets a step begin when there is room for it. */
  readonly inTurn: <T>(step: () => Promise<T>) => Promise<T>;
}

/**
 * Takes calls to their ends, `atOnce` of them at a time. Between two looks a call is a timer in this process and nothing
 * else: where it stands is in its row, so whoever takes over from a process that died goes on from there.
 */
export const performCalls = async (
  deps: PerformDeps,
  callIds: readonly string[],
  { atOnce, hand }: { atOnce: number; hand: CallsInHand },
): Promise<void> => {
  await inWindow(callIds, atOnce, (callId) => performToItsEnd(deps, callId, hand));
  hand.signal.throwIfAborted();
};

const performToItsEnd = async (deps: PerformDeps, callId: string, hand: CallsInHand): Promise<void> => {
  for (let tries = 0, faults = 0; !hand.signal.aborted; tries++) {
    const look = await step(deps, callId, { tries, hand }).catch((error: unknown) => {
      if (hand.signal.aborted) throw error;
      faults++;
      deps.log.warn({ err: error, callId }, "call step failed, retrying");
      return restAfter(faults);
    });
    if (look.isDone) return;
    await sleep(look.againInMs, undefined, { signal: hand.signal });
  }
};

const step = (
  deps: PerformDeps,
  callId: string,
  { tries, hand }: { tries: number; hand: CallsInHand },
): Promise<Look> =>
  hand.inTurn(async () => {
    hand.inHand.add(callId);
    try {
      return await performCall(deps, callId, { tries, signal: hand.signal });
    } finally {
      hand.inHand.delete(callId);
    }
  });

/** An engine of ours is away, or the step is wrong: neither gets better by asking at once. */
const restAfter = (faults: number): Look => ({
  isDone: false,
  againInMs: Math.min(MAX_REST_MS, FIRST_REST_MS * 1.5 ** (faults - 1)),
});
