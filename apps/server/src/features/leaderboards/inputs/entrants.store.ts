import type { Informed } from "@dailies/contract";
import { sql } from "kysely";
import type { Db } from "../../../platform/db/database.ts";
import { isOnBoard } from "./counted-judgements.store.ts";

/** A competing column, with the cost of its clips. */
export interface EntryFacts {
  readonly entry: number;
  readonly label: string;
  readonly performer: string;
  readonly performerVersion: string;
  readonly sourceTaskId: string;
  readonly columnId: string;
  readonly isBaseline: boolean;
  readonly cells: number;
  readonly cellsExcluded: number;
  /** Requested cells without a clip. */
  readonly cellsFailed: number;
  /** Regenerated clips per cell that has a clip. */
  readonly rerollRate: number;
  readonly paidMicros: bigint;
  /** Null when the jobs were paid in several currencies, or none. */
  readonly currency: string | null;
  readonly usableSeconds: number;
}

/** Aggregates jobs per cell in a subquery: a join would count the cell once per job. */
export const listEntryFacts = async (db: Db, taskId: string): Promise<EntryFacts[]> => {
  const { rows } = await sql<EntryFacts & { rerolls: number; celled: number }>`
    with made as (
      select e.entry, count(c.id)::int as cells, count(*) filter (where c.status = 'Excluded')::int as excluded,
        count(*) filter (where c.status <> 'Excluded' and c.counted_attempt_id is null)::int as failed,
        coalesce(sum(greatest(calls.clips - 1, 0)), 0)::int as rerolls,
        count(*) filter (where calls.clips > 0)::int as celled,
        coalesce(sum(calls.paid), 0)::bigint as paid,
        min(calls.currency) as currency, max(calls.currency) as other_currency
      from evaluation_entry e
      join benchmark_cell c on c.task_id = e.source_task_id and c.column_id = e.column_id
      cross join lateral (
        select count(*) filter (where p.status = 'Succeeded' and not p.is_reused) as clips, sum(p.cost_micros) as paid,
          min(p.cost_currency) as currency
        from performer_task p where p.cell_id = c.id
      ) calls
      where e.task_id = ${taskId}
      group by e.entry
    ), seen as (
      select entry, sum(duration_s) as seconds from evaluation_clip
      where task_id = ${taskId} and is_current group by entry
    )
    select e.entry, e.label, e.performer, e.performer_version as "performerVersion", e.source_task_id as "sourceTaskId",
      e.column_id as "columnId", e.is_baseline as "isBaseline", coalesce(m.cells, 0) as cells,
      coalesce(m.excluded, 0) as "cellsExcluded", coalesce(m.failed, 0) as "cellsFailed",
      coalesce(m.rerolls, 0) as rerolls, coalesce(m.celled, 0) as celled, coalesce(m.paid, 0)::bigint as "paidMicros",
      case when m.currency = m.other_currency then m.currency end as currency,
      coalesce(s.seconds, 0)::float8 as "usableSeconds"
    from evaluation_entry e left join made m on m.entry = e.entry left join seen s on s.entry = e.entry
    where e.task_id = ${taskId} order by e.entry`.execute(db);
  return rows.map(({ rerolls, celled, ...row }) => ({ ...row, rerollRate: celled === 0 ? 0 : rerolls / celled }));
};

export interface PromptFacts {
  readonly prompt: number;
  readonly inputsHash: string;
  readonly category: string;
  readonly weight: number;
}

export const listPromptFacts = async (db: Db, taskId: string): Promise<PromptFacts[]> => {
  const { rows } = await sql<PromptFacts>`
    select prompt, encode(inputs_hash, 'hex') as "inputsHash", category, weight from evaluation_prompt
    where task_id = ${taskId} order by prompt`.execute(db);
  return rows;
};

export interface JudgedFacts {
  readonly raters: number;
  /** Judgements of clips that were regenerated or excluded since. */
  readonly staleJudgements: number;
  /** Counted judgements of raters who could know the models, by reason. */
  readonly informed: Readonly<Record<Informed, number>>;
  readonly hasSamples: boolean;
}

export const findJudgedFacts = async (db: Db, taskId: string): Promise<JudgedFacts> => {
  const { rows } = await sql<Omit<JudgedFacts, "informed"> & Record<Informed, number>>`
    select told.*,
      (select count(*)::int from evaluation_rater r where r.task_id = ${taskId} and exists (
        select from judgement j where j.task_id = r.task_id and j.rater_id = r.user_id and ${isOnBoard(taskId, "j")}
          and j.kind in ('pairwise', 'rating'))) as raters,
      (select count(*)::int from judgement where task_id = ${taskId} and not is_counted and undone_at is null
        and voided_at is null and kind in ('pairwise', 'rating')) as "staleJudgements",
      (select samples > 1 from evaluation where task_id = ${taskId}) as "hasSamples"
    from (
      select count(*) filter (where informed = 'owner')::int as owner,
        count(*) filter (where informed = 'member')::int as member,
        count(*) filter (where informed = 'viewer')::int as viewer
      from judgement where task_id = ${taskId} and informed is not null and is_counted
    ) told`.execute(db);
  const {
    owner = 0,
    member = 0,
    viewer = 0,
    ...facts
  } = rows[0] ?? { raters: 0, staleJudgements: 0, hasSamples: false };
  return { ...facts, informed: { owner, member, viewer } };
};
