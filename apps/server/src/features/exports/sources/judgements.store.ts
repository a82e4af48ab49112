import { type FieldSpec, isComparison } from "@dailies/contract";
import { sql } from "kysely";
import type { Db } from "../../../platform/db/database.ts";
import type { InputKey } from "./cells.store.ts";

interface Shown {
  readonly slot: "A" | "B";
  readonly t: number;
  readonly tag: string;
  readonly note?: string;
}

export interface JudgementRecord {
  readonly id: string;
  readonly seq: number;
  readonly at: Date;
  readonly kind: string;
  readonly prompt: number;
  readonly row: number;
  readonly rowLabel: string;
  readonly category: string;
  readonly inputs: Readonly<Record<string, unknown>>;
  readonly sample: number;
  readonly a: string;
  /** Null when a clip was rated alone. */
  readonly b: string | null;
  readonly outcome: "a" | "b" | "tie" | "both_bad" | null;
  readonly strength: number | null;
  readonly isSwapped: boolean;
  readonly answers: Readonly<Record<string, unknown>>;
  /** By the side on which the clip was shown. */
  readonly marks: readonly Shown[];
  readonly watched: { readonly A?: number | null; readonly B?: number | null };
  readonly durationMs: number;
  /** Random, and the same for all judgements of a rater in a task: says nothing about who it is. */
  readonly raterCode: string;
  readonly rater: string;
  readonly isCounted: boolean;
  /** Why the rater could know the models; null for a blind judgement. */
  readonly informed: string | null;
  readonly voidReason: string | null;
  readonly assetA: string | null;
  readonly assetB: string | null;
}

/** Judgements that were not undone, in the order of submission. */
export const listJudgementRecords = async (
  db: Db,
  taskId: string,
  afterSeq: number,
  limit: number,
): Promise<JudgementRecord[]> => {
  const { rows } = await sql<JudgementRecord>`
    select j.id, j.seq::float8 as seq, j.submitted_at as at, j.kind, j.prompt, p.row_index as row, p.label as "rowLabel",
      p.category, p.inputs, i.sample, ea.label as a, case when j.b = j.a then null else eb.label end as b, j.outcome,
      j.strength, j.is_swapped as "isSwapped", j.answers, j.marks, j.watched, j.duration_ms as "durationMs",
      left(r.order_key::text, 8) as "raterCode", u.username as rater, j.is_counted as "isCounted", j.informed,
      j.void_reason as "voidReason", ca.asset_id as "assetA", cb.asset_id as "assetB"
    from judgement j
    join evaluation_prompt p on p.task_id = j.task_id and p.prompt = j.prompt
    join evaluation_entry ea on ea.task_id = j.task_id and ea.entry = j.a
    join evaluation_entry eb on eb.task_id = j.task_id and eb.entry = j.b
    join evaluation_item i on i.id = j.item_id
    join evaluation_clip ca on ca.id = i.clip_a
    left join evaluation_clip cb on cb.id = i.clip_b
    join console_user u on u.id = j.rater_id
    join evaluation_rater r on r.task_id = j.task_id and r.user_id = j.rater_id
    where j.task_id = ${taskId} and j.seq > ${afterSeq} and j.undone_at is null
    order by j.seq limit ${limit}`.execute(db);
  return rows;
};

export const countJudgements = async (db: Db, taskIds: readonly string[]): Promise<number> => {
  const { rows } = await sql<{ count: number }>`
    select count(*)::float8 as count from judgement
    where task_id = any(${[...taskIds]}::uuid[]) and undone_at is null`.execute(db);
  return rows[0]?.count ?? 0;
};

export interface AskedKey extends InputKey {
  /** A question about the two sides: below zero favours the one shown as A. */
  readonly isComparison: boolean;
}

/** The questions to raters in these tasks, with the types of their answers. */
export const listAskedKeys = async (db: Db, taskIds: readonly string[]): Promise<AskedKey[]> => {
  const { rows } = await sql<{ key: string; fields: FieldSpec[] }>`
    select d.key, array_agg(distinct v.field) as fields
    from evaluation e
    join template_entry t on t.template_id = e.template_id and t.version = e.template_version
    join dimension d on d.id = t.dimension_id
    join dimension_version v on v.dimension_id = t.dimension_id and v.version = t.dimension_version
    where e.task_id = any(${[...taskIds]}::uuid[]) and v.source = 'human'
    group by d.key order by min(t.position), d.key`.execute(db);
  return rows.map(({ key, fields }) => ({
    key,
    kinds: [...new Set(fields.map(({ type }) => type))],
    isComparison: fields.some(isComparison),
  }));
};

export const listPromptKeys = async (db: Db, taskIds: readonly string[]): Promise<InputKey[]> => {
  const { rows } = await sql<InputKey>`
    select e.key, array_agg(distinct jsonb_typeof(e.value)) as kinds
    from evaluation_prompt p, jsonb_each(p.inputs) e where p.task_id = any(${[...taskIds]}::uuid[])
    group by e.key order by e.key <> 'prompt', e.key`.execute(db);
  return rows;
};
