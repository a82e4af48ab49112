import { type Selectable, sql } from "kysely";
import type { Db } from "../../../platform/db/database.ts";
import type { EndUser } from "../../../platform/db/database.types.ts";

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

export const searchEndUsers = (db: Db, beginning: string, limit: number): Promise<EndUserRow[]> => {
  const pattern = `${normalizeEmail(beginning).replaceAll(/[\\%_]/g, "\\$&")}%`;
  return db
    .selectFrom("end_user")
    .selectAll()
    .where(sql<boolean>`lower(email::text) like lower(${pattern})`)
    .orderBy(sql`lower(email::text) using ~<~`)
    .limit(limit)
    .execute();
};
