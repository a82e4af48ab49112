import { setTimeout as sleep } from "node:timers/promises";
import { type Client, DatabaseError } from "pg";
import type { Log } from "../observability/log.ts";

export class MigrationError extends Error {}

export interface LockPatience {
  readonly log: Log;
  readonly lockTimeoutMs?: number;
  readonly attempts?: number;
}

const LOCK_NOT_AVAILABLE = "55P03";
const DEADLOCK = "40P01";

/**
 * Runs work in a transaction. It waits for each lock only briefly and then retries, so that queries of the running service
 * do not queue behind it.
 */
export const inSchemaTransaction = async <T>(
  client: Client,
  what: string,
  { log, lockTimeoutMs = 1_000, attempts = 30 }: LockPatience,
  work: () => Promise<T>,
): Promise<T> => {
  for (let attempt = 1; ; attempt++) {
    try {
      return await runOnce(client, lockTimeoutMs, work);
    } catch (error) {
      if (!isLockConflict(error) || attempt >= attempts) throw error;
      log.warn({ migration: what, attempt }, "schema lock timeout, retrying");
      await sleep(Math.min(500 * attempt, 5_000) * (0.5 + Math.random()));
    }
  }
};

const isLockConflict = (error: unknown): boolean =>
  error instanceof DatabaseError && (error.code === LOCK_NOT_AVAILABLE || error.code === DEADLOCK);

const runOnce = async <T>(client: Client, lockTimeoutMs: number, work: () => Promise<T>): Promise<T> => {
  await client.query("begin");
  try {
    await client.query(`set local lock_timeout = ${Number(lockTimeoutMs)}`);
    const result = await work();
    await client.query("commit");
    return result;
  } catch (error) {
    await client.query("rollback");
    throw error;
  }
};
