import type { DefectMark, FieldValue, Informed, ITEM_KINDS } from "@dailies/contract";
import { type RawBuilder, sql } from "kysely";
import type { Db } from "../../../platform/db/database.ts";

export interface JudgementRow {
  readonly id: string;
  readonly seq: bigint;
  readonly kind: (typeof ITEM_KINDS)[number];
  readonly rater: string;
  readonly row: number;
  readonly prompt: string;
  readonly a: string;
  readonly b: string | null;
  readonly outcome: "a" | "b" | "tie" | "both_bad" | null;
  readonly strength: number | null;
  readonly is_swapped: boolean;
  readonly answers: Record<string, FieldValue>;
  readonly marks: DefectMark[];
  readonly duration_ms: number;
  readonly is_stale: boolean;
  readonly informed: Informed | null;
  readonly voided_by: string | null;
  readonly voided_at: Date | null;
  readonly void_reason: string | null;
  readonly submitted_at: Date;
}

export interface JudgementFilter {
  readonly rater?: string | undefined;
  readonly row?: number | undefined;
}

const SHOWN = sql`
  j.id, j.seq, j.kind, u.username as rater, p.row_index as row,
  left(coalesce(nullif(p.label, ''), p.inputs ->> 'prompt', p.inputs::text), 300) as prompt,
  ea.label as a, eb.label as b, j.outcome, j.strength, j.is_swapped, j.answers, j.marks, j.duration_ms, i.is_stale, j.informed,
  j.voided_by, j.voided_at, j.void_reason, j.submitted_at`;

const JOINED = sql`
  join evaluation_item i on i.id = j.item_id
  join console_user u on u.id = j.rater_id
  join evaluation_prompt p on p.task_id = j.task_id and p.prompt = j.prompt
  join evaluation_entry ea on ea.task_id = j.task_id and ea.entry = j.a
  left join evaluation_entry eb on eb.task_id = j.task_id and eb.entry = j.b and i.clip_b is not null`;

const conditions = (taskId: string, { rater, row }: JudgementFilter): RawBuilder<unknown> => {
  const all = [sql`j.task_id = ${taskId} and j.undone_at is null`];
  if (rater !== undefined) all.push(sql`j.rater_id = (select id from console_user where username = ${rater}::citext)`);
  if (row !== undefined) {
    all.push(sql`j.prompt = (select prompt from evaluation_prompt where task_id = ${taskId} and row_index = ${row}
      order by prompt limit 1)`);
  }
  return sql.join(all, sql` and `);
};

/** Newest first, with the total count. Undone judgements are not listed. */
export const listJudgementRows = async (
  db: Db,
  taskId: string,
  filter: JudgementFilter,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ rows: JudgementRow[]; total: number }> => {
  const where = conditions(taskId, filter);
  const counted = await sql<{ total: number }>`select count(*)::int as total from judgement j where ${where}`.execute(
    db,
  );
  const { rows } = await sql<JudgementRow>`
    select ${SHOWN} from (
      select * from judgement j where ${where} order by j.seq desc limit ${limit} offset ${offset}
    ) j ${JOINED} order by j.seq desc`.execute(db);
  return { rows, total: counted.rows[0]?.total ?? 0 };
};

export const findJudgementRow = async (db: Db, id: string): Promise<JudgementRow | undefined> => {
  const { rows } = await sql<JudgementRow>`select ${SHOWN} from judgement j ${JOINED} where j.id = ${id}`.execute(db);
  return rows[0];
};
