import type { Db, Tx } from "../../../platform/db/database.ts";

export const PENDING_MINUTES = 10;
const TRIES = 5;

export const insertPendingSignIn = async (
  tx: Tx,
  { tokenHash, userId, isByCode, now }: { tokenHash: Buffer; userId: string; isByCode: boolean; now: Date },
): Promise<void> => {
  await tx
    .insertInto("pending_sign_in")
    .values({
      token_hash: tokenHash,
      user_id: userId,
      is_by_code: isByCode,
      created_at: now,
      expires_at: new Date(now.getTime() + PENDING_MINUTES * 60_000),
    })
    .execute();
};

/** Whose sign-in awaits a second factor; undefined when it has expired or used up its tries. */
export const findPendingUser = async (db: Db, tokenHash: Buffer, now: Date): Promise<string | undefined> => {
  const row = await db
    .selectFrom("pending_sign_in")
    .select("user_id")
    .where("token_hash", "=", tokenHash)
    .where("tries", "<", TRIES)
    .where("expires_at", ">", now)
    .executeTakeFirst();
  return row?.user_id;
};

/** Counts the try before the second factor is compared, so that parallel guesses cannot share one. */
export const takePendingTry = async (db: Db, tokenHash: Buffer, now: Date): Promise<string | undefined> => {
  const row = await db
    .updateTable("pending_sign_in")
    .set((eb) => ({ tries: eb("tries", "+", 1) }))
    .where("token_hash", "=", tokenHash)
    .where("tries", "<", TRIES)
    .where("expires_at", ">", now)
    .returning("user_id")
    .executeTakeFirst();
  return row?.user_id;
};

/** Returns for exactly one caller how the sign-in was begun. */
export const deletePendingSignIn = async (tx: Tx, tokenHash: Buffer): Promise<{ isByCode: boolean } | undefined> =>
  tx
    .deleteFrom("pending_sign_in")
    .where("token_hash", "=", tokenHash)
    .returning("is_by_code as isByCode")
    .executeTakeFirst();

/** A new password makes worthless what was begun with the old one. */
export const deletePendingSignInsOf = async (tx: Tx, userId: string): Promise<void> => {
  await tx.deleteFrom("pending_sign_in").where("user_id", "=", userId).execute();
};
