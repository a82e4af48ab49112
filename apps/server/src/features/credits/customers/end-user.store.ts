import { type Selectable, sql } from "kysely";
import type { Db } from "../../../platform/db/database.ts";
import type { EndUser } from "../../../platform/db/database.types.ts";
import { escapeLike } from "../../../platform/db/like-pattern.ts";

export type EndUserRow = Selectable<EndUser>;

/** Addresses that look identical are the same: stored in NFC, compared case-insensitively. */
export const normalizeEmail = (address: string): string => address.normalize("NFC");

export const findEndUser = (db: Db, address: string): Promise<EndUserRow | undefined> =>
  db.selectFrom("end_user").selectAll().where("email", "=", normalizeEmail(address)).executeTakeFirst();

/** Returns the end users that have one of these addresses. */
export const listEndUsersOf = (db: Db, addresses: readonly string[]): Promise<EndUserRow[]> =>
  db
    .selectFrom("end_user")
    .selectAll()
    .where(sql<boolean>`email = any(${addresses.map(normalizeEmail)}::citext[])`)
    .execute();

/** The end user of each address, in the order of the addresses; undefined where nobody has it. */
export const findEndUsersInOrder = async (
  db: Db,
  addresses: readonly string[],
): Promise<(EndUserRow | undefined)[]> => {
  const { rows } = await sql<EndUserRow & { place: bigint }>`
    select x.place, u.* from unnest(${addresses.map(normalizeEmail)}::citext[]) with ordinality as x (address, place)
      join end_user u on u.email = x.address`.execute(db);
  const byPlace = new Map(rows.map(({ place, ...user }) => [Number(place), user]));
  return addresses.map((_, index) => byPlace.get(index + 1));
};

export const searchEndUsers = (db: Db, beginning: string, limit: number): Promise<EndUserRow[]> => {
  const pattern = `${escapeLike(normalizeEmail(beginning))}%`;
  return db
    .selectFrom("end_user")
    .selectAll()
    .where(sql<boolean>`lower(email::text) like lower(${pattern})`)
    .orderBy(sql`lower(email::text) using ~<~`)
    .limit(limit)
    .execute();
};
