import { sql } from "kysely";
import type { Db } from "../../platform/database.ts";

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
}

export const insertOperation = async (tx: Db, entry: NewOperation): Promise<void> => {
  await sql`select record_operation(
    ${entry.at}, ${entry.userName}, ${entry.opType}, ${entry.subjects}, ${JSON.stringify(entry.meta)}::jsonb,
    ${entry.reason}, ${entry.requestId}, ${entry.source}
  )`.execute(tx);
};

/** In the order given, with one question to the database. */
export const insertOperations = async (tx: Db, entries: readonly NewOperation[]): Promise<void> => {
  await sql`select record_operations(${JSON.stringify(entries.map(toRecord))}::jsonb)`.execute(tx);
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
});

/** The newest entries about one thing, one more than asked for when there are more. */
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

/** The first entry after `from` whose hash or predecessor does not fit, looked for among the next `limit`. */
export const findBrokenEntry = async (
  db: Db,
  { from, limit }: { from: number; limit: number },
): Promise<{ checkedUpTo: number; brokenSeq: number | undefined }> => {
  const { rows } = await sql<{ seq: bigint; is_sound: boolean }>`
    with entries as (
      select o.*, lag(o.hash) over (order by o.seq) as hash_before, lag(o.seq) over (order by o.seq) as seq_before
        from operation o where o.seq >= ${from} order by o.seq limit ${limit + 1}
    )
    select e.seq,
      e.hash = sha256(e.previous_hash || operation_content(o))
        and case when e.seq_before is not null then e.seq = e.seq_before + 1 and e.previous_hash = e.hash_before
            else e.seq = ${from} or ${from} = 0 and e.seq = 1 and e.previous_hash = sha256('dailies operation log') end
        as is_sound
      from entries e join operation o on o.seq = e.seq order by e.seq`.execute(db);
  const broken = rows.find((row) => !row.is_sound);
  return { checkedUpTo: Number(rows.at(-1)?.seq ?? from), brokenSeq: broken && Number(broken.seq) };
};

export const getOperationHead = (db: Db): Promise<{ seq: bigint; hash: Buffer }> =>
  db.selectFrom("operation_head").select(["seq", "hash"]).executeTakeFirstOrThrow();

export const findOperationHash = async (db: Db, seq: number): Promise<Buffer | undefined> =>
  (await db.selectFrom("operation").select("hash").where("seq", "=", BigInt(seq)).executeTakeFirst())?.hash;
