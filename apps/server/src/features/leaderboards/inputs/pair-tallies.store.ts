import { sql } from "kysely";
import type { Db } from "../../../platform/db/database.ts";
import { isOnBoard } from "./counted-judgements.store.ts";

export interface EntryName {
  readonly entry: number;
  readonly columnId: string;
  readonly label: string;
}

export const listEntryNames = (db: Db, taskId: string): Promise<EntryName[]> =>
  db
    .selectFrom("evaluation_entry")
    .select(["entry", "column_id as columnId", "label"])
    .where("task_id", "=", taskId)
    .orderBy("entry")
    .execute();

/** The judgements of one prompt about an entry and the base; a win is one of the entry. */
export interface TallyAgainst {
  readonly entry: number;
  readonly prompt: number;
  readonly wins: number;
  readonly ties: number;
  readonly losses: number;
}

/** Reads every judgement of the task once. */
export const listTalliesAgainst = async (
  db: Db,
  taskId: string,
  base: number,
  entries: readonly number[],
): Promise<TallyAgainst[]> => {
  const { rows } = await sql<TallyAgainst>`
    select case when a = ${base} then b else a end as entry, prompt,
      count(*) filter (where said = case when a = ${base} then 'b' else 'a' end)::int as wins,
      count(*) filter (where said in ('tie', 'both_bad'))::int as ties,
      count(*) filter (where said = case when a = ${base} then 'a' else 'b' end)::int as losses
    from (
      select a, b, prompt, coalesce(outcome, (array['b', 'tie', 'a'])[sign(strength) + 2]) as said from judgement
      where task_id = ${taskId} and ${isOnBoard(taskId)} and kind = 'pairwise'
        and ((a = ${base} and b = any(${[...entries]}::int[])) or (b = ${base} and a = any(${[...entries]}::int[])))
    ) votes
    where said is not null group by 1, 2`.execute(db);
  return rows;
};
