import type { Db } from "../../../platform/db/database.ts";

export interface Sweep {
  readonly now: Date;
  readonly limit: number;
}

/** Each function returns the number of deleted rows; batches are small enough not to block sign-ins. */
export const deleteExpiredSessions = async (db: Db, { now, limit }: Sweep): Promise<number> => {
  const result = await db
    .deleteFrom("session")
    .where("id", "in", (eb) => eb.selectFrom("session").select("id").where("expires_at", "<=", now).limit(limit))
    .executeTakeFirst();
  return Number(result.numDeletedRows);
};

export const deleteExpiredSignInCodes = async (db: Db, { now, limit }: Sweep): Promise<number> => {
  const result = await db
    .deleteFrom("sign_in_code")
    .where("id", "in", (eb) => eb.selectFrom("sign_in_code").select("id").where("expires_at", "<=", now).limit(limit))
    .executeTakeFirst();
  return Number(result.numDeletedRows);
};

export const deleteExpiredPendingSignIns = async (db: Db, { now, limit }: Sweep): Promise<number> => {
  const result = await db
    .deleteFrom("pending_sign_in")
    .where("token_hash", "in", (eb) =>
      eb.selectFrom("pending_sign_in").select("token_hash").where("expires_at", "<=", now).limit(limit),
    )
    .executeTakeFirst();
  return Number(result.numDeletedRows);
};

export const deleteExpiredPasskeyChallenges = async (db: Db, { now, limit }: Sweep): Promise<number> => {
  const result = await db
    .deleteFrom("passkey_challenge")
    .where("token_hash", "in", (eb) =>
      eb.selectFrom("passkey_challenge").select("token_hash").where("expires_at", "<=", now).limit(limit),
    )
    .executeTakeFirst();
  return Number(result.numDeletedRows);
};

export const deleteExpiredSignOnAttempts = async (db: Db, { now, limit }: Sweep): Promise<number> => {
  const result = await db
    .deleteFrom("sign_on_attempt")
    .where("token_hash", "in", (eb) =>
      eb.selectFrom("sign_on_attempt").select("token_hash").where("expires_at", "<=", now).limit(limit),
    )
    .executeTakeFirst();
  return Number(result.numDeletedRows);
};

export const deleteExpiredLogoutTokens = async (db: Db, { now, limit }: Sweep): Promise<number> => {
  const result = await db
    .deleteFrom("sign_on_logout")
    .where("token_hash", "in", (eb) =>
      eb.selectFrom("sign_on_logout").select("token_hash").where("expires_at", "<=", now).limit(limit),
    )
    .executeTakeFirst();
  return Number(result.numDeletedRows);
};

/** Checks the window again on the locked row: a concurrent failure may have opened a new one. */
export const deleteEndedThrottles = async (db: Db, { now, limit }: Sweep): Promise<number> => {
  const result = await db
    .deleteFrom("sign_in_throttle")
    .where("key_hash", "in", (eb) =>
      eb.selectFrom("sign_in_throttle").select("key_hash").where("window_ends_at", "<=", now).limit(limit),
    )
    .where("window_ends_at", "<=", now)
    .executeTakeFirst();
  return Number(result.numDeletedRows);
};
