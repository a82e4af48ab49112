import { sql } from "kysely";
import type { Db, Tx } from "../../../platform/db/database.ts";

/** The sign-in at an OpenID provider that opened a session, by which the provider can end it. */
export interface ProviderSignIn {
  readonly issuer: string;
  readonly subject: string;
  readonly sid: string | undefined;
}

export const noteProviderOfSession = async (
  db: Db,
  sessionId: string,
  { issuer, subject, sid }: ProviderSignIn,
): Promise<void> => {
  await db
    .insertInto("session_sign_on")
    .values({ session_id: sessionId, issuer, subject, sid: sid ?? null })
    .execute();
};

/** Beside a pending sign-in, so that the session that it becomes belongs to the provider as well. */
export const noteProviderOfPending = async (
  tx: Tx,
  tokenHash: Buffer,
  { issuer, subject, sid }: ProviderSignIn,
): Promise<void> => {
  await tx
    .insertInto("pending_sign_on")
    .values({ token_hash: tokenHash, issuer, subject, sid: sid ?? null })
    .execute();
};

/** Read it before the pending sign-in is deleted. */
export const findProviderOfPending = async (tx: Tx, tokenHash: Buffer): Promise<ProviderSignIn | undefined> => {
  const row = await tx
    .selectFrom("pending_sign_on")
    .select(["issuer", "subject", "sid"])
    .where("token_hash", "=", tokenHash)
    .executeTakeFirst();
  return row && { ...row, sid: row.sid ?? undefined };
};

/** Either of the two is there. */
interface ProviderSignOut {
  readonly issuer: string;
  readonly subject: string | undefined;
  readonly sid: string | undefined;
}

/** The provider's session where it is named; of the person's others only those whose provider session is not known. */
const isMeant = ({ issuer, subject, sid }: ProviderSignOut) => sql<boolean>`
  issuer = ${issuer} and (
    sid = ${sid ?? null}::text
    or (subject = ${subject ?? null}::text and (sid is null or ${sid === undefined}::boolean))
  )`;

interface EndedSessions {
  readonly userId: string;
  readonly username: string;
  readonly ended: number;
}

/** Deletes the sessions and the pending sign-ins that this provider opened; returns whose sessions ended. */
export const deleteSessionsOfProvider = async (tx: Tx, signOut: ProviderSignOut): Promise<readonly EndedSessions[]> => {
  // First, so that one that becomes a session meanwhile is found among the sessions.
  await sql`
    delete from pending_sign_in where token_hash in (select token_hash from pending_sign_on where ${isMeant(signOut)})`.execute(
    tx,
  );
  const { rows } = await sql<EndedSessions>`
    with gone as (
      delete from session where id in (select session_id from session_sign_on where ${isMeant(signOut)}) returning user_id
    )
    select u.id as "userId", u.username, count(*)::integer as ended
    from gone join console_user u on u.id = gone.user_id group by u.id order by u.id`.execute(tx);
  return rows;
};
