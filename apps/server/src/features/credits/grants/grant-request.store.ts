import type { GRANT_REQUEST_STATUSES } from "@dailies/contract";
import { type Insertable, type Selectable, sql } from "kysely";
import type { Db, Tx } from "../../../platform/db/database.ts";
import type { GrantRequest } from "../../../platform/db/database.types.ts";
import type { PageQuery } from "../../../platform/db/numbered-page.ts";

export type GrantRequestRow = Selectable<GrantRequest> & { readonly email: string };
type Status = (typeof GRANT_REQUEST_STATUSES)[number];

/** Returns false when a request with this key exists. */
export const insertGrantRequest = async (tx: Tx, request: Insertable<GrantRequest>): Promise<boolean> => {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto("grant_request")
    .values(request)
    .onConflict((conflict) => conflict.column("key").doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
};

const withEmail = (db: Db) =>
  db.selectFrom("grant_request as r").innerJoin("end_user as u", "u.id", "r.user_id").selectAll("r").select("u.email");

export const getGrantRequest = (db: Db, id: string): Promise<GrantRequestRow> =>
  withEmail(db).where("r.id", "=", id).executeTakeFirstOrThrow();

/** Locks the request, so that it is decided once. */
export const lockGrantRequest = (tx: Tx, id: string): Promise<GrantRequestRow | undefined> =>
  withEmail(tx).where("r.id", "=", id).forUpdate("r").executeTakeFirst();

export const listGrantRequestsOf = (db: Db, keys: readonly string[]): Promise<GrantRequestRow[]> =>
  withEmail(db)
    .where(sql<boolean>`r.key = any(${[...keys]}::text[])`)
    .execute();

export const decideRequest = async (
  tx: Tx,
  id: string,
  decision: { status: Exclude<Status, "pending">; by: string; at: Date; reason: string; grantSeq: number | null },
): Promise<void> => {
  const { status, by, at, reason, grantSeq } = decision;
  await tx
    .updateTable("grant_request")
    .set({
      status,
      decided_by: by,
      decided_at: at,
      decided_reason: reason,
      grant_seq: grantSeq === null ? null : BigInt(grantSeq),
    })
    .where("id", "=", id)
    .execute();
};

/** Requests are made by hand and few, so count and offset are cheap enough. */
export const listGrantRequests = async (
  db: Db,
  status: Status | undefined,
  { limit, offset }: PageQuery,
): Promise<{ items: GrantRequestRow[]; total: number }> => {
  const { total } = await db
    .selectFrom("grant_request")
    .select(sql<number>`count(*)::int`.as("total"))
    .$if(status !== undefined, (query) => query.where("status", "=", status ?? ""))
    .executeTakeFirstOrThrow();
  const items = await withEmail(db)
    .$if(status !== undefined, (query) => query.where("r.status", "=", status ?? ""))
    .orderBy("r.requested_at", "desc")
    .orderBy("r.id", "desc")
    .limit(limit)
    .offset(offset)
    .execute();
  return { items, total };
};
