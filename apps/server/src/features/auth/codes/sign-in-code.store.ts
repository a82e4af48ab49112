import type { Db } from "../../../platform/db/database.ts";
import { SIGN_IN_CODE_TRIES } from "./sign-in-code.rules.ts";

export interface NewSignInCode {
  readonly id: string;
  readonly requestHash: Buffer;
  readonly email: string;
  readonly createdAt: Date;
  readonly expiresAt: Date;
}

export const insertSignInCode = async (db: Db, code: NewSignInCode): Promise<void> => {
  await db
    .insertInto("sign_in_code")
    .values({
      id: code.id,
      request_hash: code.requestHash,
      email: code.email,
      created_at: code.createdAt,
      expires_at: code.expiresAt,
    })
    .execute();
};

/**
 * Returns the recipient: the address stored for the user, not the one that was typed. Undefined when the request is
 * used or expired, or when no enabled user has that address.
 */
export const findSignInCodeForDelivery = (
  db: Db,
  { id, now }: { id: string; now: Date },
): Promise<{ email: string } | undefined> =>
  db
    .selectFrom("sign_in_code")
    .innerJoin("console_user", "console_user.email", "sign_in_code.email")
    .select("console_user.email")
    .where("sign_in_code.id", "=", id)
    .where("sign_in_code.used_at", "is", null)
    .where("sign_in_code.expires_at", ">", now)
    .where("console_user.is_enabled", "=", true)
    .executeTakeFirst();

/** Returns false when the request was used in the meantime. */
export const storeCodeHash = async (db: Db, id: string, codeHash: Buffer): Promise<boolean> => {
  const stored = await db
    .updateTable("sign_in_code")
    .set({ code_hash: codeHash })
    .where("id", "=", id)
    .where("used_at", "is", null)
    .returning("id")
    .executeTakeFirst();
  return stored !== undefined;
};

/**
 * Counts the attempt in one statement before the code is compared, so that parallel guesses cannot share an attempt. The hash
 * is null while no code was sent, which is always so for an address that nobody has: its attempts count just the same.
 */
export const takeTry = async (
  db: Db,
  { requestHash, email, now }: { requestHash: Buffer; email: string; now: Date },
): Promise<{ id: string; codeHash: Buffer | null } | undefined> => {
  const row = await db
    .updateTable("sign_in_code")
    .set((eb) => ({ tries: eb("tries", "+", 1) }))
    .where("request_hash", "=", requestHash)
    .where("email", "=", email)
    .where("tries", "<", SIGN_IN_CODE_TRIES)
    .where("used_at", "is", null)
    .where("expires_at", ">", now)
    .returning(["id", "code_hash"])
    .executeTakeFirst();
  return row && { id: row.id, codeHash: row.code_hash };
};

/** Returns true for exactly one caller. */
export const markUsed = async (db: Db, id: string, now: Date): Promise<boolean> => {
  const marked = await db
    .updateTable("sign_in_code")
    .set({ used_at: now })
    .where("id", "=", id)
    .where("used_at", "is", null)
    .returning("id")
    .executeTakeFirst();
  return marked !== undefined;
};
