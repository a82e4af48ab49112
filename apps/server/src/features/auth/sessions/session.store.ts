import { isExternalRole, isPermissionCode } from "@dailies/contract";
import { type CompiledQuery, sql } from "kysely";
import type { Actor } from "../../../actor.ts";
import type { Db } from "../../../platform/db/database.ts";
import { idleSince, SEEN_GRAIN_MS } from "./session.rules.ts";

export interface NewSession {
  id: string;
  tokenHash: Buffer;
  userId: string;
  userAgent: string;
  network: string;
  isByCode: boolean;
  now: Date;
  signedInAt: Date;
  expiresAt: Date;
}

export const insertSession = async (db: Db, session: NewSession): Promise<void> => {
  await db
    .insertInto("session")
    .values({
      id: session.id,
      token_hash: session.tokenHash,
      user_id: session.userId,
      user_agent: session.userAgent,
      network: session.network,
      is_by_code: session.isByCode,
      signed_in_at: session.signedInAt,
      created_at: session.now,
      last_seen_at: session.now,
      expires_at: session.expiresAt,
    })
    .execute();
};

const NEVER = new Date(0);

const actorQuery = (db: Db) =>
  db
    .selectFrom("session as s")
    .innerJoin("console_user as u", "u.id", "s.user_id")
    .select(["s.token_hash", "s.id as session_id", "s.signed_in_at", "s.last_seen_at"])
    .select(["u.id as user_id", "u.username", "u.realname", "u.user_role"])
    .select([
      sql<boolean>`u.password_hash is not null`.as("is_password_set"),
      sql<boolean>`(exists (select from totp_factor f where f.user_id = u.id and f.confirmed_at is not null)
        or exists (select from passkey k where k.user_id = u.id))`.as("has_second_factor"),
      sql<string[]>`array(select p.code from console_user_permission p where p.user_id = u.id order by p.code)`.as(
        "codes",
      ),
      sql<number>`coalesce((select bit_or(m.bit) from permission m
        join console_user_permission p on p.code = m.key and p.user_id = u.id
        where not m.is_system and m.bit is not null), 0)`.as("custom_flags"),
    ])
    .where("u.is_enabled", "=", sql<boolean>`true`)
    .where("s.token_hash", "=", sql<Buffer>`any(${[] as Buffer[]})`)
    .where("s.expires_at", ">", NEVER)
    .where("s.last_seen_at", ">", NEVER);

type ActorRow = Awaited<ReturnType<ReturnType<typeof actorQuery>["executeTakeFirstOrThrow"]>>;

let compiledActorQuery: CompiledQuery | undefined;

/**
 * Returns the users of live sessions with all their permissions, by token hash in hex. The query runs on every request
 * and is compiled once, because building it costs more than running it.
 */
export const findActors = async (
  db: Db,
  tokenHashes: readonly Buffer[],
  now: Date,
): Promise<ReadonlyMap<string, Actor>> => {
  const rows = await listActorRows(db, tokenHashes, now);
  const unnoted = rows.filter((row) => now.getTime() - row.last_seen_at.getTime() > SEEN_GRAIN_MS);
  if (unnoted.length > 0) await noteSeen(db, unnoted, now);
  return byTokenHash(rows);
};

/** The same without updating the session's last use: an open page must not keep the session alive. */
export const peekActors = async (
  db: Db,
  tokenHashes: readonly Buffer[],
  now: Date,
): Promise<ReadonlyMap<string, Actor>> => byTokenHash(await listActorRows(db, tokenHashes, now));

const listActorRows = async (db: Db, tokenHashes: readonly Buffer[], now: Date): Promise<ActorRow[]> => {
  compiledActorQuery ??= actorQuery(db).compile();
  const parameters = [tokenHashes, now, idleSince(now)];
  return (await db.executeQuery<ActorRow>({ ...compiledActorQuery, parameters })).rows;
};

const byTokenHash = (rows: readonly ActorRow[]): ReadonlyMap<string, Actor> =>
  new Map(rows.map((row) => [row.token_hash.toString("hex"), toActor(row)]));

export const findActor = async (db: Db, tokenHash: Buffer, now: Date): Promise<Actor | undefined> =>
  (await findActors(db, [tokenHash], now)).get(tokenHash.toString("hex"));

const toActor = (row: ActorRow): Actor => ({
  userId: row.user_id,
  username: row.username,
  realname: row.realname,
  role: row.user_role,
  isExternal: isExternalRole(row.user_role),
  codes: row.codes,
  customFlags: row.custom_flags,
  permissions: new Set(row.codes.filter(isPermissionCode)),
  isPasswordSet: row.is_password_set,
  hasSecondFactor: row.has_second_factor,
  sessionId: row.session_id,
  signedInAt: row.signed_in_at,
});

const noteSeen = async (db: Db, rows: readonly ActorRow[], now: Date): Promise<void> => {
  const sessionIds = rows.map((row) => row.session_id);
  const userIds = rows.map((row) => row.user_id);
  await db.updateTable("session").set({ last_seen_at: now }).where("id", "in", sessionIds).execute();
  await db.updateTable("console_user").set({ last_seen_at: now }).where("id", "in", userIds).execute();
};

export const listSessions = (db: Db, userId: string, now: Date) =>
  db
    .selectFrom("session")
    .select(["id", "user_agent", "network", "created_at", "last_seen_at"])
    .where("user_id", "=", userId)
    .where("expires_at", ">", now)
    .where("last_seen_at", ">", idleSince(now))
    .orderBy("last_seen_at", "desc")
    .limit(100)
    .execute();

export type SessionRow = Awaited<ReturnType<typeof listSessions>>[number];

/** Returns false when this user has no such session. */
export const deleteSession = async (db: Db, userId: string, id: string): Promise<boolean> => {
  const result = await db.deleteFrom("session").where("id", "=", id).where("user_id", "=", userId).executeTakeFirst();
  return result.numDeletedRows > 0n;
};

/** Deletes all sessions of these users; returns how many there were. */
export const deleteSessionsOf = async (db: Db, userIds: readonly string[]): Promise<number> => {
  const result = await db.deleteFrom("session").where("user_id", "in", userIds).executeTakeFirst();
  return Number(result.numDeletedRows);
};

/** Returns whose session it was. */
export const deleteSessionByToken = async (db: Db, tokenHash: Buffer): Promise<string | undefined> => {
  const deleted = db.deleteFrom("session").where("token_hash", "=", tokenHash).returning("user_id");
  return (await deleted.executeTakeFirst())?.user_id;
};

export const deleteOtherSessions = async (db: Db, userId: string, keptId: string): Promise<number> => {
  const result = await db
    .deleteFrom("session")
    .where("user_id", "=", userId)
    .where("id", "!=", keptId)
    .executeTakeFirst();
  return Number(result.numDeletedRows);
};

/** Keeps so many of the user's sessions, those that were used last. */
export const deleteOldestSessions = async (db: Db, userId: string, kept: number): Promise<void> => {
  await db
    .deleteFrom("session")
    .where("id", "in", (eb) =>
      eb
        .selectFrom("session")
        .select("id")
        .where("user_id", "=", userId)
        .orderBy("last_seen_at", "desc")
        .orderBy("created_at", "desc")
        .orderBy("id", "desc")
        .offset(kept),
    )
    .execute();
};

/** When the session was begun with a mailed code; undefined when it was begun otherwise. */
export const findCodeSignIn = async (db: Db, id: string): Promise<Date | undefined> => {
  const row = await db
    .selectFrom("session")
    .select("created_at")
    .where("id", "=", id)
    .where("is_by_code", "=", true)
    .executeTakeFirst();
  return row?.created_at;
};

/** After a new proof of identity: a new token, and the time of the proof. */
export const renewSession = async (
  db: Db,
  id: string,
  { tokenHash, signedInAt }: { tokenHash: Buffer; signedInAt: Date },
): Promise<void> => {
  await db
    .updateTable("session")
    .set({ token_hash: tokenHash, signed_in_at: signedInAt })
    .where("id", "=", id)
    .execute();
};

/** Replaces the session's token, so that the old one is worthless to anyone who knew it. */
export const rotateSession = async (db: Db, id: string, tokenHash: Buffer): Promise<void> => {
  await db.updateTable("session").set({ token_hash: tokenHash }).where("id", "=", id).execute();
};
