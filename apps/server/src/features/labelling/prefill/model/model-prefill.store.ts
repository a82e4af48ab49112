import type { LabelField, PrefillLimit } from "@dailies/contract";
import { sql } from "kysely";
import type { Db, Tx } from "../../../../platform/db/database.ts";
import type { PerformerRecord } from "../../../performers/index.ts";
import type { ProposedValues } from "../parse-prefill.rules.ts";
import type { PrefillModelRecord } from "../prefill.store.ts";
import { noteFaults } from "../prefill-row.store.ts";

export interface ModelPrefillTask {
  readonly fields: readonly LabelField[];
  readonly itemsTotal: number;
  /** Of the first clips whose length is known; null without any. */
  readonly meanSeconds: number | null;
}

const SAMPLE = 1_000;

/** Undefined for a deleted task. */
export const findModelPrefillTask = async (db: Db, taskId: string): Promise<ModelPrefillTask | undefined> => {
  const { rows } = await sql<ModelPrefillTask>`select v.fields, t.items_total as "itemsTotal", (
      select avg(i.duration_us)::float8 / 1000000 from label_item i where i.task_id = t.id and i.seq <= ${SAMPLE})
      as "meanSeconds"
    from label_task t join label_template_version v on v.template_id = t.template_id and v.version = t.template_version
    where t.id = ${taskId} and t.deleted_at is null`.execute(db);
  return rows[0];
};

interface NewPrefillModel
  extends Pick<PrefillModelRecord, "instruction" | "prompt" | "isOnlyEmpty" | "maxItems" | "maxCostMicros"> {
  readonly prefillId: string;
  readonly performer: PerformerRecord;
}

export const insertPrefillModel = async (tx: Tx, { prefillId, performer, ...run }: NewPrefillModel): Promise<void> => {
  const pricing = performer.pricing && JSON.stringify(performer.pricing);
  await sql`insert into label_prefill_model (prefill_id, performer_id, performer_version, instruction, prompt, is_only_empty,
      max_items, pricing, max_cost_micros)
    values (${prefillId}, ${performer.id}, ${performer.version}, ${run.instruction}, ${run.prompt}, ${run.isOnlyEmpty},
      ${run.maxItems}, ${pricing}::jsonb, ${run.maxCostMicros})`.execute(tx);
};

/** A run as its worker sees it. */
export interface ModelRun {
  readonly id: string;
  readonly taskId: string;
  readonly datasetId: string;
  readonly datasetVersion: number;
  readonly objectKey: string;
  readonly fields: readonly LabelField[];
  readonly model: PrefillModelRecord;
}

/** Items that are looked at for those that can be asked about. */
const WINDOW = 2_000;
/** Items that are asked about before the run moves on. */
export const RANGE = 20;

export interface AskedItem {
  readonly seq: number;
  readonly itemKey: string;
  readonly ordinal: number;
  readonly durationUs: number | null;
}

export type NextRange = "over" | "closed" | "all" | { readonly last: number; readonly items: readonly AskedItem[] };

/** The next items that nobody has labelled or holds, and up to where that looked. */
export const findNextRange = async (db: Db, { id, model }: ModelRun): Promise<NextRange> => {
  const { rows } = await sql<{ taskId: string; after: number; total: number; isOpen: boolean }>`
    select p.task_id as "taskId", p.items_read as after, t.items_total as total,
      t.status in ('Open', 'Paused') and t.deleted_at is null as "isOpen"
    from label_prefill p join label_task t on t.id = p.task_id where p.id = ${id} and p.status = 'Running'`.execute(db);
  const [run] = rows;
  if (!run) return "over";
  if (!run.isOpen) return "closed";
  const { taskId, after, total } = run;
  if (after >= total) return "all";
  const end = Math.min(after + WINDOW, total);
  const { rows: items } = await sql<AskedItem>`
    select seq, item_key as "itemKey", ordinal::float8 as ordinal, duration_us::float8 as "durationUs" from label_item
    where task_id = ${taskId} and seq > ${after} and seq <= ${end} and done + leased = 0
      and (not ${model.isOnlyEmpty}::boolean or prefill is null)
    order by seq limit ${RANGE}`.execute(db);
  return { items, last: items.length === RANGE ? (items.at(-1)?.seq ?? end) : end };
};

export type ClaimedQuestion = "ask" | "answered" | "over" | PrefillLimit;

/** Undone by throwing: a question that is not asked must not be counted. */
class LimitReached extends Error {
  readonly limit: PrefillLimit;
  constructor(limit: PrefillLimit) {
    super(limit);
    this.limit = limit;
  }
}

const countQuestion = async (tx: Tx, id: string, costMicros: number): Promise<void> => {
  const { rows } = await sql<{ limit: PrefillLimit | null }>`
    with allowed as (
      select prefill_id, case when asked >= max_items then 'max_items'
        when cost_micros + ${costMicros}::bigint > max_cost_micros then 'max_cost' end as reached
      from label_prefill_model where prefill_id = ${id} for no key update
    ), counted as (
      update label_prefill_model m set asked = m.asked + 1, cost_micros = m.cost_micros + ${costMicros}::bigint
      from allowed a where m.prefill_id = a.prefill_id and a.reached is null
    )
    select reached as limit from allowed`.execute(tx);
  const limit = rows[0]?.limit;
  if (limit) throw new LimitReached(limit);
};

/**
 * Counts the question about an item and its cost, once for all attempts: a question whose worker was killed is asked again
 * without being counted again.
 */
export const claimQuestion = async (
  db: Db,
  id: string,
  { seq, costMicros }: { readonly seq: number; readonly costMicros: number },
): Promise<ClaimedQuestion> => {
  try {
    return await db.transaction().execute(async (tx): Promise<ClaimedQuestion> => {
      const running = await sql`select from label_prefill where id = ${id} and status = 'Running' for share`.execute(
        tx,
      );
      if (running.rows.length === 0) return "over";
      const { numAffectedRows = 0n } = await sql`insert into label_prefill_question (prefill_id, seq)
        values (${id}, ${seq}) on conflict do nothing`.execute(tx);
      if (numAffectedRows > 0n) {
        await countQuestion(tx, id, costMicros);
        return "ask";
      }
      const { rows } = await sql<{ is_answered: boolean }>`select is_answered from label_prefill_question
        where prefill_id = ${id} and seq = ${seq}`.execute(tx);
      return rows[0]?.is_answered ? "answered" : "ask";
    });
  } catch (error) {
    if (error instanceof LimitReached) return error.limit;
    throw error;
  }
};

export type Proposal = ProposedValues | { readonly reason: string };

/** Sets the values of an item unless somebody has labelled or holds it; returns what came of it. */
const applyProposal = async (
  tx: Tx,
  { id, taskId }: ModelRun,
  seq: number,
  { values, score, endUs }: ProposedValues,
): Promise<"applied" | "skipped" | "too_long"> => {
  const { rows } = await sql<{ is_free: boolean; is_short: boolean }>`
    select done + leased = 0 as is_free, coalesce(${endUs}::bigint > duration_us, false) as is_short from label_item
    where task_id = ${taskId} and seq = ${seq} for no key update`.execute(tx);
  const [item] = rows;
  if (!item?.is_free) return "skipped";
  if (item.is_short) return "too_long";
  await sql`update label_item set prefill = coalesce(prefill, '{}') || ${JSON.stringify(values)}::jsonb,
      prefill_score = ${score}, prefill_id = ${id}
    where task_id = ${taskId} and seq = ${seq}`.execute(tx);
  return "applied";
};

/** Stores an answer, once. An answer that comes after the run was cancelled is dropped. */
export const settleQuestion = (db: Db, run: ModelRun, seq: number, proposal: Proposal): Promise<void> =>
  db.transaction().execute(async (tx) => {
    const { id } = run;
    const running = await sql`select from label_prefill where id = ${id} and status = 'Running'
      for no key update`.execute(tx);
    if (running.rows.length === 0) return;
    const { numAffectedRows = 0n } = await sql`update label_prefill_question set is_answered = true
      where prefill_id = ${id} and seq = ${seq} and not is_answered`.execute(tx);
    if (numAffectedRows === 0n) return;
    if ("reason" in proposal) return noteFaults(tx, id, 1, [{ line: seq, reason: proposal.reason }]);
    const outcome = await applyProposal(tx, run, seq, proposal);
    await sql`update label_prefill set rows_read = rows_read + 1,
        applied = applied + ${outcome === "applied" ? 1 : 0}, skipped = skipped + ${outcome === "skipped" ? 1 : 0}
      where id = ${id}`.execute(tx);
    if (outcome === "too_long") await noteFaults(tx, id, 1, [{ line: seq, reason: "a segment ends after the clip" }]);
  });

/** Moves the run behind a range; its questions are not needed any more. */
export const passRange = (db: Db, id: string, last: number): Promise<void> =>
  db.transaction().execute(async (tx) => {
    const { numAffectedRows = 0n } = await sql`update label_prefill set items_read = greatest(items_read, ${last})
      where id = ${id} and status = 'Running'`.execute(tx);
    if (numAffectedRows === 0n) return;
    await sql`delete from label_prefill_question where prefill_id = ${id} and seq <= ${last}`.execute(tx);
  });

/** Ends the run; `limit` is what ended it before all items were asked about. */
export const finishModelRun = (db: Db, id: string, limit: PrefillLimit | null, at: Date): Promise<void> =>
  db.transaction().execute(async (tx) => {
    const { numAffectedRows = 0n } = await sql`update label_prefill set status = 'Finished', finished_at = ${at}
      where id = ${id} and status = 'Running'`.execute(tx);
    if (numAffectedRows === 0n) return;
    await sql`update label_prefill_model set ended_by = ${limit} where prefill_id = ${id}`.execute(tx);
  });

/** Where the clips of a task are. */
export const findDatasetOfTask = async (
  db: Db,
  taskId: string,
): Promise<{ readonly datasetId: string; readonly datasetVersion: number } | undefined> => {
  const { rows } = await sql<{ datasetId: string; datasetVersion: number }>`select dataset_id as "datasetId",
    dataset_version as "datasetVersion" from label_task where id = ${taskId}`.execute(db);
  return rows[0];
};
