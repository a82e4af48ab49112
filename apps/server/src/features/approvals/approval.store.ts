import type { APPROVAL_KINDS, APPROVAL_STATUSES } from "@dailies/contract";
import { type Selectable, sql } from "kysely";
import type { Db, Tx } from "../../platform/db/database.ts";
import type { ApprovalRequest } from "../../platform/db/database.types.ts";
import type { PageQuery } from "../../platform/db/numbered-page.ts";

export type ApprovalRow = Selectable<ApprovalRequest>;
export type ApprovalKind = (typeof APPROVAL_KINDS)[number];
type Status = (typeof APPROVAL_STATUSES)[number];

export interface NewApproval {
  readonly id: string;
  readonly kind: ApprovalKind;
  readonly subject: string;
  readonly payload: object;
  readonly reason: string;
  readonly by: string;
  readonly at: Date;
}

/** A pending request about the same thing is replaced: only the newest one can be approved. */
export const insertApproval = async (tx: Tx, made: NewApproval): Promise<ApprovalRow> => {
  await tx
    .updateTable("approval_request")
    .set({ status: "replaced", decided_at: made.at })
    .where("kind", "=", made.kind)
    .where("subject", "=", made.subject)
    .where("status", "=", "pending")
    .execute();
  return tx
    .insertInto("approval_request")
    .values({
      id: made.id,
      kind: made.kind,
      subject: made.subject,
      payload: sql`${JSON.stringify(made.payload)}::jsonb`,
      reason: made.reason,
      requested_by: made.by,
      requested_at: made.at,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
};

export const findApproval = (db: Db, id: string): Promise<ApprovalRow | undefined> =>
  db.selectFrom("approval_request").selectAll().where("id", "=", id).executeTakeFirst();

/** Locks the request, so that it is decided once. */
export const lockApproval = (tx: Tx, id: string): Promise<ApprovalRow> =>
  tx.selectFrom("approval_request").selectAll().where("id", "=", id).forUpdate().executeTakeFirstOrThrow();

export const decideApprovalRow = (
  tx: Tx,
  id: string,
  { status, by, at, reason }: { status: "approved" | "rejected"; by: string; at: Date; reason: string },
): Promise<ApprovalRow> =>
  tx
    .updateTable("approval_request")
    .set({ status, decided_by: by, decided_at: at, decided_reason: reason })
    .where("id", "=", id)
    .returningAll()
    .executeTakeFirstOrThrow();

/** The pending requests about these subjects, which are few: one for each. */
export const listPendingApprovals = (db: Db, kind: ApprovalKind, subjects: readonly string[]): Promise<ApprovalRow[]> =>
  db
    .selectFrom("approval_request")
    .selectAll()
    .where("kind", "=", kind)
    .where("status", "=", "pending")
    .where(sql<boolean>`subject = any(${[...subjects]}::text[])`)
    .execute();

/** Requests are made by hand and few, so count and offset are cheap enough. */
export const listApprovalRows = async (
  db: Db,
  { status, kind }: { status?: Status | undefined; kind?: ApprovalKind | undefined },
  { limit, offset }: PageQuery,
): Promise<{ items: ApprovalRow[]; total: number }> => {
  const matching = db
    .selectFrom("approval_request")
    .$if(status !== undefined, (query) => query.where("status", "=", status ?? ""))
    .$if(kind !== undefined, (query) => query.where("kind", "=", kind ?? ""));
  const { total } = await matching.select(sql<number>`count(*)::int`.as("total")).executeTakeFirstOrThrow();
  const items = await matching
    .selectAll()
    .orderBy("requested_at", "desc")
    .orderBy("id", "desc")
    .limit(limit)
    .offset(offset)
    .execute();
  return { items, total };
};
