import { sql } from "kysely";
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

/** The subjects of users at this issuer, by the user's id. */
export const listSubjects = async (
  db: Db,
  issuer: string,
  userIds: readonly string[],
): Promise<ReadonlyMap<string, string>> => {
  const rows = await db
    .selectFrom("sign_on_identity")
    .select(["user_id", "subject"])
    .where("issuer", "=", issuer)
    .where("user_id", "=", sql<string>`any(${userIds}::uuid[])`)
    .execute();
  return new Map(rows.map(({ user_id: userId, subject }) => [userId, subject]));
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

/** Arbitrary, but unique among advisory locks. */
const PROVIDER_SESSIONS_LOCK = 7_423_006;

/** Until the transaction ends: of a sign-in and a logout that come at the same time, the later one sees the other. */
export const lockProviderSessions = async (tx: Tx): Promise<void> => {
  await sql`select pg_advisory_xact_lock(${sql.lit(PROVIDER_SESSIONS_LOCK)})`.execute(tx);
};

interface UsedLogout {
  readonly tokenHash: Buffer;
  readonly expiresAt: Date;
  readonly issuer: string;
  readonly subject: string | undefined;
  readonly sid: string | undefined;
  /** By the provider's clock. */
  readonly issuedAt: Date;
}

/** False when it has been used before. */
export const insertLogoutToken = async (
  tx: Tx,
  { tokenHash, expiresAt, issuer, subject, sid, issuedAt }: UsedLogout,
): Promise<boolean> => {
  const inserted = await tx
    .insertInto("sign_on_logout")
    .values({
      token_hash: tokenHash,
      expires_at: expiresAt,
      issuer,
      subject: subject ?? null,
      sid: sid ?? null,
      issued_at: issuedAt,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning("token_hash")
    .executeTakeFirst();
  return inserted !== undefined;
};

/**
 * Whether the provider has ended this sign-in already: the logout came while the code was exchanged, when there was no session
 * yet. One that names the person ends what began before it, by the provider's clock, whose second both may share.
 */
export const hasSignedOut = async (
  tx: Tx,
  { issuer, subject, sid, issuedAt }: IdentityKey & { readonly sid: string | undefined; readonly issuedAt: Date },
): Promise<boolean> => {
  const row = await tx
    .selectFrom("sign_on_logout")
    .select("token_hash")
    .where("issuer", "=", issuer)
    .where((eb) => {
      const since = eb.and([eb("subject", "=", subject), eb("issued_at", ">=", issuedAt)]);
      return sid === undefined ? since : eb.or([eb("sid", "=", sid), eb.and([since, eb("sid", "is", null)])]);
    })
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
};
