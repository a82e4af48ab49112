import type { Db, Tx } from "../../platform/db/database.ts";

export const ATTEMPT_MINUTES = 10;

export interface SignOnAttempt {
  /** The session that links an identity to its user; undefined for a sign-in. */
  readonly sessionId: string | undefined;
  readonly returnPath: string;
}

export const insertAttempt = async (
  db: Db,
  { tokenHash, now, sessionId, returnPath }: SignOnAttempt & { tokenHash: Buffer; now: Date },
): Promise<void> => {
  await db
    .insertInto("sign_on_attempt")
    .values({
      token_hash: tokenHash,
      purpose: sessionId === undefined ? "sign_in" : "link",
      session_id: sessionId ?? null,
      return_path: returnPath,
      created_at: now,
      expires_at: new Date(now.getTime() + ATTEMPT_MINUTES * 60_000),
    })
    .execute();
};

/** Deletes it, so that a repeated callback finds nothing. Undefined when it has expired. */
export const takeAttempt = async (db: Db, tokenHash: Buffer, now: Date): Promise<SignOnAttempt | undefined> => {
  const row = await db
    .deleteFrom("sign_on_attempt")
    .where("token_hash", "=", tokenHash)
    .returning(["session_id", "return_path", "expires_at"])
    .executeTakeFirst();
  if (!row || row.expires_at <= now) return undefined;
  return { sessionId: row.session_id ?? undefined, returnPath: row.return_path };
};

export interface IdentityKey {
  readonly issuer: string;
  readonly subject: string;
}

/** The account of a person at the provider. */
export const findLinkedUser = async (
  db: Db,
  { issuer, subject }: IdentityKey,
): Promise<{ id: string; isEnabled: boolean } | undefined> => {
  const row = await db
    .selectFrom("sign_on_identity as i")
    .innerJoin("console_user as u", "u.id", "i.user_id")
    .select(["u.id", "u.is_enabled"])
    .where("i.issuer", "=", issuer)
    .where("i.subject", "=", subject)
    .executeTakeFirst();
  return row && { id: row.id, isEnabled: row.is_enabled };
};

export const noteIdentityUse = async (tx: Tx, { issuer, subject }: IdentityKey, now: Date): Promise<void> => {
  await tx
    .updateTable("sign_on_identity")
    .set({ last_used_at: now })
    .where("issuer", "=", issuer)
    .where("subject", "=", subject)
    .execute();
};

export const insertIdentity = async (
  tx: Tx,
  { id, issuer, subject, userId, now }: IdentityKey & { id: string; userId: string; now: Date },
): Promise<void> => {
  await tx.insertInto("sign_on_identity").values({ id, issuer, subject, user_id: userId, created_at: now }).execute();
};

export const listIdentities = (db: Db, userId: string) =>
  db
    .selectFrom("sign_on_identity")
    .select(["id", "issuer", "created_at", "last_used_at"])
    .where("user_id", "=", userId)
    .orderBy("created_at")
    .execute();

/** Returns its issuer; undefined when this user has no such identity. */
export const deleteIdentity = async (tx: Tx, userId: string, id: string): Promise<string | undefined> => {
  const deleted = tx.deleteFrom("sign_on_identity").where("id", "=", id).where("user_id", "=", userId);
  return (await deleted.returning("issuer").executeTakeFirst())?.issuer;
};

/** False when it has been used before. */
export const insertLogoutToken = async (tx: Tx, tokenHash: Buffer, expiresAt: Date): Promise<boolean> => {
  const inserted = await tx
    .insertInto("sign_on_logout")
    .values({ token_hash: tokenHash, expires_at: expiresAt })
    .onConflict((conflict) => conflict.doNothing())
    .returning("token_hash")
    .executeTakeFirst();
  return inserted !== undefined;
};
