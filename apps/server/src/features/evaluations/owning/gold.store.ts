import { sql } from "kysely";
import type { Db, Tx } from "../../../platform/db/database.ts";

export type Expected = "a" | "b" | "tie";

interface Gold {
  readonly taskId: string;
  readonly row: number;
  /** Entry numbers, the lower one first. */
  readonly a: number;
  readonly b: number;
  readonly expected: Expected;
  readonly at: Date;
}

interface GoldItem {
  readonly id: string;
  readonly row: number;
  readonly a: string;
  readonly b: string;
  readonly expected: Expected;
}

/** False when the pair does not exist or one of its clips is missing. */
export const insertGold = async (tx: Tx, { taskId, row, a, b, expected, at }: Gold): Promise<boolean> => {
  const { rows } = await sql`
    insert into evaluation_item (id, task_id, kind, clip_a, clip_b, prompt, a, b, sample, needed, expected, created_at)
    select gen_random_uuid(), p.task_id, 'gold', ca.id, cb.id, p.prompt, ca.entry, cb.entry, ca.sample, 0, ${expected}, ${at}
    from evaluation_prompt p
    join evaluation_clip ca on ca.task_id = p.task_id and ca.prompt = p.prompt and ca.entry = ${a} and ca.is_current
      and ca.status <> 'failed'
    join evaluation_clip cb on cb.task_id = p.task_id and cb.prompt = p.prompt and cb.entry = ${b} and cb.is_current
      and cb.status <> 'failed' and cb.sample = ca.sample
    where p.task_id = ${taskId} and p.row_index = ${row}
    order by ca.sample limit 1 for share of ca, cb
    returning id`.execute(tx);
  return rows.length > 0;
};

export const hasGold = async (tx: Tx, { taskId, row, a, b }: Omit<Gold, "expected" | "at">): Promise<boolean> => {
  const { rows } = await sql`select i.id from evaluation_item i
    join evaluation_prompt p on p.task_id = i.task_id and p.prompt = i.prompt and p.row_index = ${row}
    where i.task_id = ${taskId} and i.kind = 'gold' and not i.is_stale and i.a = ${a} and i.b = ${b}`.execute(tx);
  return rows.length > 0;
};

export const listGold = async (db: Db, taskId: string): Promise<GoldItem[]> => {
  const { rows } = await sql<GoldItem>`
    select i.id, p.row_index as row, ea.label as a, eb.label as b, i.expected
    from evaluation_item i
    join evaluation_prompt p on p.task_id = i.task_id and p.prompt = i.prompt
    join evaluation_entry ea on ea.task_id = i.task_id and ea.entry = i.a
    join evaluation_entry eb on eb.task_id = i.task_id and eb.entry = i.b
    where i.task_id = ${taskId} and i.kind = 'gold' and not i.is_stale order by p.row_index, i.a, i.b`.execute(db);
  return rows;
};
