import { setTimeout as sleep } from "node:timers/promises";
import { MESSAGES } from "@dailies/contract";
import { DomainError } from "../../errors.ts";
import type { Db } from "../../platform/db/database.ts";
import { forgetAttempts, releaseAttempt, type TakenAttempt, takeAttempt } from "./throttle.store.ts";

export interface Limit {
  key: string;
  max: number;
  /** 15 minutes by default. */
  windowMs?: number;
}

/** A network is delayed from its limit on, and refused from so many times its limit on. */
const REFUSED_AT = 5;
const DELAY_STEP_MS = 100;
const MAX_DELAY_MS = 2_000;
const MAX_DELAYED = 64;

const refusal = ({ windowEndsAt }: TakenAttempt, now: Date): DomainError => {
  const retryAfterS = Math.max(1, (windowEndsAt.getTime() - now.getTime()) / 1000);
  return new DomainError("throttled", MESSAGES.tooManyAttempts, { retryAfterS });
};

/** The rate limit on attempts to sign in: takes one attempt of each limit, and refuses when any of them is used up. */
export const spendAttempts = async (db: Db, limits: readonly Limit[], now: Date): Promise<void> => {
  for (const { key, max, windowMs } of limits) {
    const taken = await takeAttempt(db, key, now, windowMs);
    if (taken.attempts > max) throw refusal(taken, now);
  }
};

let delayed = 0;

/**
 * The rate limit of a network, in which many people may sit behind one address: beyond it each attempt waits longer than the
 * one before, and only far beyond it attempts are refused.
 */
export const spendNetworkAttempt = async (db: Db, { key, max }: Limit, now: Date): Promise<void> => {
  const taken = await takeAttempt(db, key, now);
  const beyond = taken.attempts - max;
  if (beyond <= 0) return;
  if (taken.attempts > max * REFUSED_AT || delayed >= MAX_DELAYED) throw refusal(taken, now);
  delayed += 1;
  try {
    await sleep(Math.min(beyond * DELAY_STEP_MS, MAX_DELAY_MS));
  } finally {
    delayed -= 1;
  }
};

/** Clears the account's counter after a success; the network gets back only the attempt that succeeded. */
export const forgiveAttempts = async (db: Db, account: Limit, network: Limit): Promise<void> => {
  await forgetAttempts(db, account.key);
  await releaseAttempt(db, network.key);
};
