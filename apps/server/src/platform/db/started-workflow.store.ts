import { sql } from "kysely";
import { newId } from "../ids.ts";
import type { Db } from "./database.ts";

/** Short workflows end in seconds; of long ones the end is noticed after a tenth of their time. */
const FIRST_CHECK_S = 30;
const MAX_CHECK_S = 600;

/** Moves the entry whose workflow has been started. */
export const moveToStartedWorkflows = async (db: Db, outboxId: string): Promise<void> => {
  await sql`with entry as (delete from outbox where id = ${outboxId} returning workflow_id, workflow_type, input, request_id)
    insert into started_workflow (workflow_id, workflow_type, input, request_id, next_check_at)
    select workflow_id, workflow_type, input, request_id, now() + make_interval(secs => ${FIRST_CHECK_S}) from entry
    on conflict (workflow_id) do nothing`.execute(db);
};

/** Takes what is due for a check, and sets the time of the next one, which counts when this process dies before it is done. */
export const claimStartedWorkflows = async (db: Db, limit: number): Promise<string[]> => {
  const { rows } = await sql<{ workflow_id: string }>`
    update started_workflow set next_check_at = now() + make_interval(secs =>
      least(greatest(extract(epoch from now() - started_at)::float8 / 10, ${FIRST_CHECK_S}), ${MAX_CHECK_S}))
    where workflow_id in (
      select workflow_id from started_workflow where next_check_at <= now()
      order by next_check_at limit ${limit} for update skip locked)
    returning workflow_id`.execute(db);
  return rows.map((row) => row.workflow_id);
};

export const makeStartedWorkflowsDue = async (db: Db): Promise<void> => {
  await db.updateTable("started_workflow").set({ next_check_at: sql<Date>`now()` }).execute();
};

export const deleteStartedWorkflow = async (db: Db, workflowId: string): Promise<void> => {
  await db.deleteFrom("started_workflow").where("workflow_id", "=", workflowId).execute();
};

/** Back to the outbox, whose relay starts it. False when another process was faster. */
export const enqueueStartedWorkflow = async (db: Db, workflowId: string): Promise<boolean> => {
  const { numAffectedRows = 0n } = await sql`
    with lost as (delete from started_workflow where workflow_id = ${workflowId}
      returning workflow_id, workflow_type, input, request_id)
    insert into outbox (id, workflow_type, workflow_id, input, request_id)
    select ${newId()}::uuid, workflow_type, workflow_id, input, request_id from lost`.execute(db);
  return numAffectedRows > 0n;
};
