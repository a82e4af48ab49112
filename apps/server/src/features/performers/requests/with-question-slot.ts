import { setTimeout as sleep } from "node:timers/promises";
import { DomainError } from "../../../errors.ts";
import { backoffMs } from "../../../platform/concurrency/backoff.ts";
import type { Db } from "../../../platform/db/database.ts";
import { claimQuestionSlot, type QuestionSlot, releaseQuestionSlot, renewQuestionSlot } from "../slots.store.ts";

/** The slot of a worker that was killed is free after this. */
const LEASE_S = 60;
const RENEW_EVERY_MS = 20_000;
const WAIT = { everyMs: 250, maxMs: 5_000 };

/** Waits until the performer has a free slot and its rate limit allows a request; undefined if it is disabled. */
const waitForSlot = async (db: Db, performerId: string, signal: AbortSignal): Promise<QuestionSlot | undefined> => {
  for (let tries = 0; ; tries++) {
    signal.throwIfAborted();
    const claim = await claimQuestionSlot(db, performerId, LEASE_S);
    if (claim.outcome === "taken") return claim.taken;
    if (claim.outcome === "disabled") return undefined;
    const pauseMs = claim.outcome === "gated" ? claim.waitMs : backoffMs(WAIT, tries, Math.random());
    await sleep(pauseMs, undefined, { signal });
  }
};

/** The lease is three times as long as the interval: a database that is away for a moment does not end it. */
const renew = async (db: Db, held: QuestionSlot): Promise<QuestionSlot | undefined> => {
  try {
    return await renewQuestionSlot(db, held, LEASE_S);
  } catch (error) {
    if (error instanceof DomainError && error.code === "unavailable") return held;
    throw error;
  }
};

/** Renews the lease until the signal; resolves with the slot as it is held then, undefined if it was lost. */
const renewUntil = async (db: Db, taken: QuestionSlot, signal: AbortSignal): Promise<QuestionSlot | undefined> => {
  let held: QuestionSlot | undefined = taken;
  while (held && !signal.aborted) {
    const isOver = await sleep(RENEW_EVERY_MS, false, { signal }).catch((error: unknown) => {
      if (!signal.aborted) throw error;
      return true;
    });
    if (!isOver) held = await renew(db, held);
  }
  return held;
};

/**
 * Asks a question while it holds a slot of the performer. Jobs and the questions of all runs, in all workers, share the
 * slots: together they stay within the performer's concurrency and rate limit. Undefined if the performer is disabled.
 */
export const withQuestionSlot = async <T>(
  db: Db,
  performerId: string,
  signal: AbortSignal,
  ask: () => Promise<T>,
): Promise<T | undefined> => {
  const taken = await waitForSlot(db, performerId, signal);
  if (!taken) return undefined;
  const over = new AbortController();
  const renewing = renewUntil(db, taken, over.signal);
  // It is awaited below; a failure meanwhile must not end the process as unhandled.
  renewing.catch(() => undefined);
  try {
    return await ask();
  } finally {
    over.abort();
    const held = await renewing;
    if (held) await releaseQuestionSlot(db, held);
  }
};
