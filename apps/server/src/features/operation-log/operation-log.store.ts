import { sql } from "kysely";
import type { Db } from "../../platform/db/database.ts";

export interface OperationRow {
  seq: bigint;
  at: Date;
  user_name: string;
  op_type: string;
  subjects: string[];
  meta: unknown;
  reason: string;
}

export interface NewOperation {
  at: Date;
  userName: string;
  opType: string;
  subjects: readonly string[];
  meta: Record<string, unknown>;
  reason: string;
  requestId: string;
  source: "server" | "client";
  result: "ok" | "denied" | "failed";
}

/** Inserts all entries in order with one statement; returns the number of the last. */
export const insertOperations = async (db: Db, entries: readonly NewOperation[]): Promise<number> => {
  const { rows } = await sql<{ seq: bigint }>`
    select record_operations(${JSON.stringify(entries.map(toRecord))}::jsonb) as seq`.execute(db);
  return Number(rows[0]?.seq);
};

const toRecord = (entry: NewOperation) => ({
  at: entry.at.toISOString(),
  user_name: entry.userName,
  op_type: entry.opType,
  subjects: entry.subjects,
  meta: entry.meta,
  reason: entry.reason,
  request_id: entry.requestId,
  source: entry.source,
  result: entry.result,
});

/** The newest entries of a subject; one more than the limit when there are more. */
export const listOperationsOf = (
  db: Db,
  subject: string,
  page: { before?: number | undefined; limit: number; alsoAbout?: string | undefined },
): Promise<OperationRow[]> =>
  db
    .selectFrom("operation_subject as s")
    .innerJoin("operation as o", "o.seq", "s.seq")
    .select(["o.seq", "o.at", "o.user_name", "o.op_type", "o.subjects", "o.meta", "o.reason"])
    .where("s.subject", "=", subject)
    .$if(page.alsoAbout !== undefined, (query) =>
      query.where(sql<boolean>`o.subjects @> ${[page.alsoAbout ?? ""]}::text[]`),
    )
    .$if(page.before !== undefined, (query) => query.where("s.seq", "<", BigInt(page.before ?? 0)))
    .orderBy("s.seq", "desc")
    .limit(page.limit)
    .execute();
