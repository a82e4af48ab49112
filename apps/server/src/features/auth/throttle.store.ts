import { hash } from "node:crypto";
import { sql } from "kysely";
import type { Db } from "../../platform/db/database.ts";

const WINDOW_MS = 15 * 60_000;

const keyHash = (key: string): Buffer => hash("sha256", key, "buffer");

export interface TakenAttempt {
  attempts: number;
  windowEndsAt: Date;
}

/** Counts an attempt before it is made, so that a hundred concurrent attempts count as a hundred. */
export const takeAttempt = async (db: Db, key: string, now: Date, windowMs = WINDOW_MS): Promise<TakenAttempt> => {
  const windowEndsAt = new Date(now.getTime() + windowMs);
  const row = await db
    .insertInto("sign_in_throttle")
    .values({ key_hash: keyHash(key), attempts: 1, window_ends_at: windowEndsAt })
    .onConflict((conflict) =>
      conflict.column("key_hash").doUpdateSet({
        attempts: sql<number>`case when sign_in_throttle.window_ends_at <= ${now} then 1 else sign_in_throttle.attempts + 1 end`,
        window_ends_at: sql<Date>`case when sign_in_throttle.window_ends_at <= ${now} then excluded.window_ends_at else sign_in_throttle.window_ends_at end`,
      }),
    )
    .returning(["attempts", "window_ends_at"])
    .executeTakeFirstOrThrow();
  return { attempts: row.attempts, windowEndsAt: row.window_ends_at };
};

/** Called after a success, which does not count as a failure. */
export const releaseAttempt = async (db: Db, key: string): Promise<void> => {
  await db
    .updateTable("sign_in_throttle")
    .set((eb) => ({ attempts: eb("attempts", "-", 1) }))
    .where("key_hash", "=", keyHash(key))
    .where("attempts", ">", 1)
    .execute();
};

export const forgetAttempts = async (db: Db, key: string): Promise<void> => {
  await db.deleteFrom("sign_in_throttle").where("key_hash", "=", keyHash(key)).execute();
};
