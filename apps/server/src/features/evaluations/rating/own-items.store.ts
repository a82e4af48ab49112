import type { FieldValue, InputValues, LEASE_STATUSES } from "@dailies/contract";
import { sql } from "kysely";
import type { Db } from "../../../platform/db/database.ts";
import { blindedTasksOf } from "../../blinding/index.ts";

export interface OwnItemRow {
  readonly lease_id: string;
  readonly task_id: string;
  readonly task_name: string;
  readonly is_pair: boolean;
  readonly is_swapped: boolean;
  readonly status: (typeof LEASE_STATUSES)[number];
  readonly inputs: InputValues;
  readonly outcome: "a" | "b" | "tie" | "both_bad" | null;
  readonly strength: number | null;
  readonly answers: Record<string, FieldValue> | null;
  readonly at: Date;
  readonly judgement_id: string | null;
  readonly submitted_at: Date | null;
  readonly voided_at: Date | null;
  readonly is_open: boolean;
  /** The rater judges the same clips in another task that is still open. */
  readonly is_blinded: boolean;
  readonly label_a: string;
  readonly label_b: string | null;
}

export interface OwnItemsQuery {
  readonly raterId: string;
  readonly taskId?: string | undefined;
  readonly status?: OwnItemRow["status"] | undefined;
  readonly limit: number;
  readonly offset: number;
}

/** Newest first, each with its last judgement that was not undone. */
export const listOwnItemRows = async (
  db: Db,
  { raterId, taskId, status, limit, offset }: OwnItemsQuery,
): Promise<{ rows: OwnItemRow[]; total: number }> => {
  const where = sql`l.rater_id = ${raterId}
    ${taskId === undefined ? sql`` : sql`and l.task_id = ${taskId}`}
    ${status === undefined ? sql`` : sql`and l.status = ${status}`}`;
  const counted = await sql<{ total: number }>`
    select count(*)::int as total from evaluation_lease l join console_task t on t.id = l.task_id and t.deleted_at is null
    where ${where}`.execute(db);
  const { rows } = await sql<OwnItemRow>`
    select l.id as lease_id, l.task_id, l.name as task_name, i.clip_b is not null as is_pair, l.is_swapped, l.status, p.inputs,
      j.outcome, j.strength, j.answers, coalesce(l.ended_at, l.claimed_at) as at, j.id as judgement_id, j.submitted_at,
      j.voided_at, l.task_status <> 'Finished' as is_open, l.task_id in ${blindedTasksOf(raterId)} as is_blinded, ea.label as label_a, eb.label as label_b
    from (
      select l.*, t.name, t.status as task_status from evaluation_lease l
      join console_task t on t.id = l.task_id and t.deleted_at is null
      where ${where} order by l.claimed_at desc, l.id limit ${limit} offset ${offset}
    ) l
    join evaluation_item i on i.id = l.item_id
    join evaluation_prompt p on p.task_id = i.task_id and p.prompt = i.prompt
    join evaluation_entry ea on ea.task_id = i.task_id and ea.entry = i.a
    left join evaluation_entry eb on eb.task_id = i.task_id and eb.entry = i.b and i.clip_b is not null
    left join lateral (
      select * from judgement j
      where j.lease_id = l.id and j.undone_at is null
      order by j.seq desc limit 1
    ) j on true
    order by l.claimed_at desc, l.id`.execute(db);
  return { rows, total: counted.rows[0]?.total ?? 0 };
};
