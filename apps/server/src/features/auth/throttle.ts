import { MESSAGES } from "@dailies/contract";
import { DomainError } from "../../errors.ts";
import type { Db } from "../../platform/db/database.ts";
import { forgetAttempts, releaseAttempt, takeAttempt } from "./throttle.store.ts";

export interface Limit {
  key: string;
  max: number;
  /** 15 minutes by default. */
  windowMs?: number;
}

/** The rate limit on attempts to sign in: takes one attempt of each limit, and refuses when any of them is used up. */
export const spendAttempts = async (db: Db, limits: readonly Limit[], now: Date): Promise<void> => {
  for (const { key, max, windowMs } of limits) {
    const { attempts, windowEndsAt } = await takeAttempt(db, key, now, windowMs);
    if (attempts > max) {
      const retryAfterS = Math.max(1, (windowEndsAt.getTime() - now.getTime()) / 1000);
      throw new DomainError("throttled", MESSAGES.tooManyAttempts, { retryAfterS });
    }
  }
};

/** Clears the account's counter after a success; the network gets back only the attempt that succeeded. */
export const forgiveAttempts = async (db: Db, account: Limit, network: Limit): Promise<void> => {
  await forgetAttempts(db, account.key);
  await releaseAttempt(db, network.key);
};
