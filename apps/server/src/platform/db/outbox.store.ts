import { sql } from "kysely";
import type { Db } from "./database.ts";

export interface OutboxEntry {
  readonly id: string;
  readonly workflowType: string;
  readonly workflowId: string;
  readonly input: Record<string, unknown>;
  readonly requestId: string;
}

export interface ClaimedEntry extends OutboxEntry {
  readonly attempts: number;
}

export const insertOutboxEntries = async (db: Db, entries: readonly OutboxEntry[]): Promise<void> => {
  await sql`insert into outbox (id, workflow_type, workflow_id, input, request_id)
    select * from unnest(
      ${entries.map((entry) => entry.id)}::uuid[], ${entries.map((entry) => entry.workflowType)}::text[],
      ${entries.map((entry) => entry.workflowId)}::text[], ${entries.map((entry) => JSON.stringify(entry.input))}::jsonb[],
      ${entries.map((entry) => entry.requestId)}::text[]
    )`.execute(db);
};

/**
 * Claims due entries with a lease of `leaseS` seconds. Uses the database clock, because several machines share the table;
 * the entry of a crashed relay is due again when its lease ends.
 */
export const claimOutboxEntries = async (db: Db, limit: number, leaseS: number): Promise<ClaimedEntry[]> => {
  const rows = await db
    .updateTable("outbox")
    .set((eb) => ({ attempts: eb("attempts", "+", 1), next_attempt_at: inSeconds(leaseS) }))
    .where("id", "in", (eb) =>
      eb
        .selectFrom("outbox")
        .select("id")
        .where("next_attempt_at", "<=", sql<Date>`now()`)
        .where("workflow_type", "not in", (paused) => paused.selectFrom("paused_workflow").select("workflow_type"))
        .orderBy("next_attempt_at")
        .orderBy("id")
        .limit(limit)
        .forUpdate()
        .skipLocked(),
    )
    .returning(["id", "workflow_type", "workflow_id", "input", "request_id", "attempts"])
    .execute();
  return rows.map((row) => ({
    id: row.id,
    workflowType: row.workflow_type,
    workflowId: row.workflow_id,
    input: row.input as Record<string, unknown>,
    requestId: row.request_id,
    attempts: row.attempts,
  }));
};

export const deleteOutboxEntry = async (db: Db, id: string): Promise<void> => {
  await db.deleteFrom("outbox").where("id", "=", id).execute();
};

export const postponeOutboxEntry = async (db: Db, id: string, delayS: number, lastError: string): Promise<void> => {
  await db
    .updateTable("outbox")
    .set({ next_attempt_at: inSeconds(delayS), last_error: lastError })
    .where("id", "=", id)
    .execute();
};

export interface WaitingStart {
  readonly attempts: number;
  readonly nextAttemptAt: Date;
  readonly lastError: string | null;
}

/** The newest start that waits for this workflow, or for one whose id begins like this. */
export const findOutboxEntry = async (
  db: Db,
  workflow: { readonly id: string } | { readonly prefix: string },
): Promise<WaitingStart | undefined> => {
  const row = await db
    .selectFrom("outbox")
    .select(["attempts", "next_attempt_at", "last_error"])
    .where((eb) =>
      "id" in workflow
        ? eb("workflow_id", "=", workflow.id)
        : eb(sql<string>`left(workflow_id, ${workflow.prefix.length})`, "=", workflow.prefix),
    )
    .orderBy("created_at", "desc")
    .limit(1)
    .executeTakeFirst();
  return row && { attempts: row.attempts, nextAttemptAt: row.next_attempt_at, lastError: row.last_error };
};

/** Of starts that wait because they were paused, nobody needs to be warned. */
export const measureOutbox = async (db: Db): Promise<{ depth: number; oldestAgeS: number }> => {
  const row = await db
    .selectFrom("outbox")
    .where("workflow_type", "not in", (paused) => paused.selectFrom("paused_workflow").select("workflow_type"))
    .select([
      sql<number>`count(*)::int`.as("depth"),
      sql<number>`coalesce(extract(epoch from now() - min(created_at)), 0)::float8`.as("oldest_age_s"),
    ])
    .executeTakeFirstOrThrow();
  return { depth: row.depth, oldestAgeS: row.oldest_age_s };
};

const inSeconds = (seconds: number) => sql<Date>`now() + make_interval(secs => ${seconds})`;
