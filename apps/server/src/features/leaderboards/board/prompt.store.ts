import { type DefectMark, defectMark, type InputValues } from "@dailies/contract";
import { sql } from "kysely";
import type { Db } from "../../../platform/db/database.ts";
import { isOnBoard } from "../inputs/counted-judgements.store.ts";

export interface PromptRow {
  readonly prompt: number;
  readonly row: number;
  readonly label: string;
  readonly inputs: InputValues;
  readonly category: string;
}

export const listPromptRows = async (db: Db, taskId: string, prompts: readonly number[]): Promise<PromptRow[]> => {
  const { rows } = await sql<PromptRow>`
    select prompt, row_index as row, label, inputs, category from evaluation_prompt
    where task_id = ${taskId} and prompt = any(${[...prompts]}::int[])`.execute(db);
  return rows;
};

/** Of one category, or all. */
export const listPromptNumbers = async (db: Db, taskId: string, category: string | undefined): Promise<number[]> => {
  let query = db.selectFrom("evaluation_prompt").select("prompt").where("task_id", "=", taskId).orderBy("prompt");
  if (category !== undefined) query = query.where("category", "=", category);
  return (await query.execute()).map(({ prompt }) => prompt);
};

export interface JudgedClip {
  readonly id: bigint;
  readonly entry: number;
  readonly sample: number;
  readonly assetId: string;
}

/** The counted clips of one prompt. */
export const listPromptClips = async (db: Db, taskId: string, prompt: number): Promise<JudgedClip[]> =>
  db
    .selectFrom("evaluation_clip")
    .select(["id", "entry", "sample", "asset_id as assetId"])
    .where("task_id", "=", taskId)
    .where("prompt", "=", prompt)
    .where("is_current", "=", true)
    .orderBy("entry")
    .orderBy("sample")
    .execute();

/** The raters' marks by clip id. Maps the side that was shown to its clip. */
export const listPromptMarks = async (
  db: Db,
  taskId: string,
  prompt: number,
  limit: number,
): Promise<Map<bigint, DefectMark[]>> => {
  const { rows } = await sql<{ clip: bigint; mark: unknown }>`
    select case when i.clip_b is null or (mark ->> 'slot' = 'A') <> j.is_swapped then i.clip_a else i.clip_b end as clip, mark
    from judgement j join evaluation_item i on i.id = j.item_id cross join lateral jsonb_array_elements(j.marks) as mark
    where j.task_id = ${taskId} and j.prompt = ${prompt} and ${isOnBoard(taskId, "j")}
    order by (mark ->> 't')::float8, j.seq limit ${limit}`.execute(db);
  const marks = new Map<bigint, DefectMark[]>();
  for (const { clip, mark } of rows) marks.set(clip, [...(marks.get(clip) ?? []), defectMark.parse(mark)]);
  return marks;
};

export interface PairTally {
  readonly a: number;
  readonly b: number;
  readonly tally: { readonly win: number; readonly tie: number; readonly loss: number; readonly both_bad: number };
}

/** The judgements of one prompt per pair; a win is a win of a. */
export const listPairTallies = async (db: Db, taskId: string, prompt: number): Promise<PairTally[]> => {
  const { rows } = await sql<PairTally & PairTally["tally"]>`
    select a, b, count(*) filter (where said = 'a')::int as win, count(*) filter (where said = 'b')::int as loss,
      count(*) filter (where said = 'tie')::int as tie, count(*) filter (where said = 'both_bad')::int as both_bad
    from (
      select a, b, coalesce(outcome, (array['b', 'tie', 'a'])[sign(strength) + 2]) as said from judgement
      where task_id = ${taskId} and prompt = ${prompt} and ${isOnBoard(taskId)} and kind = 'pairwise'
    ) votes
    where said is not null group by a, b order by a, b`.execute(db);
  return rows.map(({ a, b, win, tie, loss, both_bad }) => ({ a, b, tally: { win, tie, loss, both_bad } }));
};

/** Prompts with equal inputs in all of these tasks. */
export const countSharedPrompts = async (db: Db, taskIds: readonly string[]): Promise<number> => {
  const { rows } = await sql<{ shared: number }>`
    select count(*)::int as shared from (
      select inputs_hash from evaluation_prompt where task_id = any(${[...taskIds]}::uuid[])
      group by inputs_hash having count(distinct task_id) = ${taskIds.length}
    ) in_all`.execute(db);
  return rows[0]?.shared ?? 0;
};
