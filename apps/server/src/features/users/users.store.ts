import type { USER_SORTS } from "@dailies/contract";
import { type SelectQueryBuilder, sql } from "kysely";
import type { Db } from "../../platform/db/database.ts";
import type { ConsoleUser, DB } from "../../platform/db/database.types.ts";
import { likePattern } from "../../platform/db/like-pattern.ts";
import type { UserState } from "./users.rules.ts";

/** A user with everything that lists show. */
export interface UserRecord extends UserState {
  readonly customFlags: number;
  readonly isPasswordSet: boolean;
  readonly lastSeenAt: Date | null;
  readonly createdAt: Date;
}

export interface UserFilter {
  readonly q?: string | undefined;
  readonly role?: string | undefined;
  readonly isEnabled?: boolean | undefined;
  readonly isPasswordSet?: boolean | undefined;
  /** Holders of all of these. */
  readonly codes?: readonly string[] | undefined;
}

export interface UserPage {
  readonly sort?: (typeof USER_SORTS)[number];
  readonly order?: "asc" | "desc";
  readonly limit: number;
  readonly offset: number;
}

type UserQuery = SelectQueryBuilder<DB & { u: ConsoleUser }, "u", object>;

const selectRecords = (users: UserQuery) =>
  users
    .select(["u.id", "u.username", "u.email", "u.realname", "u.user_role", "u.is_enabled", "u.version"])
    .select(["u.last_seen_at", "u.created_at", sql<boolean>`u.password_hash is not null`.as("is_password_set")])
    .select([
      sql<string[]>`array(select p.code from console_user_permission p where p.user_id = u.id order by p.code)`.as(
        "codes",
      ),
      sql<number>`coalesce((select bit_or(m.bit) from permission m
        join console_user_permission p on p.code = m.key and p.user_id = u.id
        where not m.is_system and m.bit is not null), 0)`.as("custom_flags"),
    ]);

type RecordRow = Awaited<ReturnType<ReturnType<typeof selectRecords>["executeTakeFirstOrThrow"]>>;

const toRecord = (row: RecordRow): UserRecord => ({
  id: row.id,
  username: row.username,
  email: row.email,
  realname: row.realname,
  role: row.user_role,
  codes: row.codes,
  customFlags: row.custom_flags,
  isPasswordSet: row.is_password_set,
  isEnabled: row.is_enabled,
  lastSeenAt: row.last_seen_at,
  createdAt: row.created_at,
  version: row.version,
});

/** ASCII names are compared bytewise: citext comparison is ten times slower and gives the same order. */
const SORT_KEYS = {
  // Begins with the username in lower case.
  username: sql<string>`u.search_text collate "C"`,
  email: sql<string>`lower(u.email::text) collate "C"`,
  realname: sql<string>`u.realname`,
  user_role: sql<string>`u.user_role collate "C"`,
  last_seen_at: sql<Date>`u.last_seen_at`,
  created_at: sql<Date>`u.created_at`,
} as const satisfies Record<(typeof USER_SORTS)[number], unknown>;

const matching = (db: Db, filter: UserFilter): UserQuery => {
  const { q, role, isEnabled, isPasswordSet, codes } = filter;
  let users: UserQuery = db.selectFrom("console_user as u");
  if (q !== undefined && q.trim() !== "") {
    users = users.where(sql<boolean>`u.search_text like lower(${likePattern(q.trim())})`);
  }
  if (role !== undefined) users = users.where("u.user_role", "=", role);
  if (isEnabled !== undefined) users = users.where("u.is_enabled", "=", isEnabled);
  if (isPasswordSet !== undefined) users = users.where("u.password_hash", isPasswordSet ? "is not" : "is", null);
  for (const code of new Set(codes)) {
    users = users.where(
      sql<boolean>`exists (select from console_user_permission h where h.user_id = u.id and h.code = ${code})`,
    );
  }
  return users;
};

export const listUsers = async (
  db: Db,
  filter: UserFilter,
  { sort = "username", order = "asc", limit, offset }: UserPage,
): Promise<{ items: UserRecord[]; total: number }> => {
  const { total } = await matching(db, filter).select(sql<number>`count(*)::int`.as("total")).executeTakeFirstOrThrow();
  const sorted = (users: UserQuery): UserQuery =>
    users.orderBy(SORT_KEYS[sort], (by) => (order === "asc" ? by.asc() : by.desc()).nullsLast()).orderBy("u.id", order);
  // Select the page first: otherwise the codes of all earlier pages would be aggregated too.
  const page = sorted(matching(db, filter)).select("u.id").limit(limit).offset(offset);
  const rows = await selectRecords(sorted(db.selectFrom("console_user as u").where("u.id", "in", page))).execute();
  return { items: rows.map(toRecord), total };
};

export const listRoles = async (db: Db): Promise<string[]> => {
  const rows = await db.selectFrom("console_user").select("user_role").distinct().orderBy("user_role").execute();
  return rows.map((row) => row.user_role);
};

/** Sorted by username; missing ids are skipped. */
export const listUsersById = async (db: Db, ids: readonly string[]): Promise<UserRecord[]> => {
  const rows = await selectRecords(db.selectFrom("console_user as u"))
    .where("u.id", "=", sql<string>`any(${ids}::uuid[])`)
    .orderBy("u.username")
    .execute();
  return rows.map(toRecord);
};

export const findUserByUsername = async (db: Db, username: string): Promise<UserRecord | undefined> => {
  const row = await selectRecords(
    db.selectFrom("console_user as u").where("u.username", "=", username),
  ).executeTakeFirst();
  return row && toRecord(row);
};

export const findUser = async (db: Db, id: string): Promise<UserRecord | undefined> =>
  (await listUsersById(db, [id]))[0];

export const listHeldCodes = (db: Db, userId: string) =>
  db
    .selectFrom("console_user_permission as p")
    .innerJoin("permission as m", "m.key", "p.code")
    .select([
      "p.code as key",
      "m.name",
      "p.granted_at as grantedAt",
      "p.granted_by as grantedBy",
      "p.is_from_provider as isFromProvider",
    ])
    .where("p.user_id", "=", userId)
    .orderBy("p.code")
    .execute();
