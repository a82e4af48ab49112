import { sql } from "kysely";
import type { Db, Tx } from "../../platform/db/database.ts";
import { GUARDED_CODES, type GuardedHolders, type UserState } from "./users.rules.ts";

/** The database's own guard of the last administrator takes the same advisory lock at commit. */
const ADMINISTRATION_LOCK = 7_423_002;

/** Serialises all changes of users and permissions; each sees the result of the one before. */
export const lockAdministration = async (tx: Tx): Promise<void> => {
  await sql`select pg_advisory_xact_lock(${ADMINISTRATION_LOCK}::bigint)`.execute(tx);
};

export const listUnknownCodes = async (db: Db, codes: readonly string[]): Promise<string[]> => {
  const { rows } = await sql<{ code: string }>`
    select distinct code from unnest(${codes}::text[]) as code
      where not exists (select from permission where key = code) order by code`.execute(db);
  return rows.map((row) => row.code);
};

export const listKnownCodes = async (db: Db): Promise<ReadonlySet<string>> =>
  new Set((await db.selectFrom("permission").select("key").execute()).map((row) => row.key));

export const listGuardedHolders = async (db: Db): Promise<GuardedHolders> => {
  const rows = await db
    .selectFrom("console_user_permission as p")
    .innerJoin("console_user as u", "u.id", "p.user_id")
    .select(["p.code", "u.id"])
    .where("p.code", "in", GUARDED_CODES)
    .where("u.is_enabled", "=", true)
    .execute();
  const holders = new Map<string, Set<string>>();
  for (const { code, id } of rows) holders.set(code, (holders.get(code) ?? new Set()).add(id));
  return holders;
};

/** Which of the two is already taken; undefined when both are free. */
export const findTakenName = async (
  db: Db,
  { username, email }: { username: string; email: string },
): Promise<"username" | "email" | undefined> => {
  const rows = await db
    .selectFrom("console_user")
    .select(sql<boolean>`username = ${username}`.as("is_same_username"))
    .where((eb) => eb.or([eb("username", "=", username), eb("email", "=", email)]))
    .execute();
  if (rows.some((row) => row.is_same_username)) return "username";
  return rows.length > 0 ? "email" : undefined;
};

/** Returns how many were inserted: fewer when a name was taken. */
export const insertUsers = async (
  tx: Tx,
  users: readonly (UserState & { passwordHash?: string | null })[],
  createdAt: Date,
): Promise<number> => {
  const result = await sql`
    insert into console_user (id, username, email, realname, user_role, is_enabled, password_hash, created_at)
    select new.*, ${createdAt}::timestamptz from unnest(
      ${users.map((user) => user.id)}::uuid[], ${users.map((user) => user.username)}::citext[],
      ${users.map((user) => user.email)}::citext[], ${users.map((user) => user.realname)}::text[],
      ${users.map((user) => user.role)}::text[], ${users.map((user) => user.isEnabled)}::boolean[],
      ${users.map((user) => user.passwordHash ?? null)}::text[]
    ) as new
    on conflict do nothing`.execute(tx);
  return Number(result.numAffectedRows ?? 0n);
};

/** Writes the fields an administrator may change and increments the version. */
export const updateUsers = async (tx: Tx, users: readonly UserState[]): Promise<void> => {
  await sql`
    update console_user u
      set realname = new.realname, user_role = new.role, is_enabled = new.is_enabled, version = u.version + 1
      from unnest(
        ${users.map((user) => user.id)}::uuid[], ${users.map((user) => user.realname)}::text[],
        ${users.map((user) => user.role)}::text[], ${users.map((user) => user.isEnabled)}::boolean[]
      ) as new (id, realname, role, is_enabled)
      where u.id = new.id`.execute(tx);
};

export interface Holding {
  readonly userId: string;
  readonly code: string;
}

export const insertHoldings = async (
  tx: Tx,
  holdings: readonly Holding[],
  grant: { by: string | null; at: Date; isFromProvider?: boolean },
): Promise<void> => {
  await sql`
    insert into console_user_permission (user_id, code, granted_at, granted_by, is_from_provider)
    select held.user_id, held.code, ${grant.at}::timestamptz, ${grant.by}::text, ${grant.isFromProvider ?? false}::boolean
      from unnest(${holdings.map((held) => held.userId)}::uuid[], ${holdings.map((held) => held.code)}::text[])
        as held (user_id, code)
    on conflict do nothing`.execute(tx);
};

export const deleteHoldings = async (tx: Tx, holdings: readonly Holding[]): Promise<void> => {
  await sql`
    delete from console_user_permission p
      using unnest(${holdings.map((held) => held.userId)}::uuid[], ${holdings.map((held) => held.code)}::text[])
        as held (user_id, code)
      where p.user_id = held.user_id and p.code = held.code`.execute(tx);
};
