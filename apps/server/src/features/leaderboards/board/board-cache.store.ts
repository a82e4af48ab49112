import type { Aggregation } from "@dailies/contract";
import { sql } from "kysely";
import type { Db } from "../../../platform/db/database.ts";
import type { ComputedPart, KeptBoard } from "./describe-board.ts";

export interface CachedBoard<T> {
  readonly inputsRevision: bigint;
  readonly kept: T;
}

/** The newest computed leaderboard, without its prompts. */
export const findCachedBoard = async (
  db: Db,
  taskId: string,
  aggregation: Aggregation,
): Promise<CachedBoard<ComputedPart> | undefined> => {
  const { rows } = await sql<CachedBoard<ComputedPart>>`
    select inputs_revision as "inputsRevision", board -> 'board' as kept from board_cache
    where task_id = ${taskId} and aggregation = ${aggregation}`.execute(db);
  return rows[0];
};

export const findCachedPrompts = async (
  db: Db,
  taskId: string,
  aggregation: Aggregation,
): Promise<CachedBoard<KeptBoard["prompts"]> | undefined> => {
  const { rows } = await sql<CachedBoard<KeptBoard["prompts"]>>`
    select inputs_revision as "inputsRevision", board -> 'prompts' as kept from board_cache
    where task_id = ${taskId} and aggregation = ${aggregation}`.execute(db);
  return rows[0];
};

/** Two servers may compute the same task: the result based on more judgements stays. */
export const storeBoard = async (
  db: Db,
  {
    taskId,
    aggregation,
    inputsRevision,
    kept,
    at,
  }: CachedBoard<KeptBoard> & {
    readonly taskId: string;
    readonly aggregation: Aggregation;
    readonly at: Date;
  },
): Promise<void> => {
  await sql`
    insert into board_cache (task_id, aggregation, inputs_revision, board, computed_at)
    values (${taskId}, ${aggregation}, ${inputsRevision}, ${JSON.stringify(kept)}, ${at})
    on conflict (task_id, aggregation) do update
      set inputs_revision = excluded.inputs_revision, board = excluded.board, computed_at = excluded.computed_at
      where board_cache.inputs_revision <= excluded.inputs_revision`.execute(db);
};

export interface LaneOverlap {
  readonly a: number;
  readonly b: number;
  readonly overlap: number;
}

/** Smaller changes are not written. */
const LEAST_CHANGE = 0.01;

/** Where the next pair is worth most. Skips lanes that are locked by a claim; the next computation updates them. */
export const storeOverlaps = async (db: Db, taskId: string, lanes: readonly LaneOverlap[]): Promise<void> => {
  if (lanes.length === 0) return;
  await sql`
    with told as (
      select * from unnest(${lanes.map(({ a }) => a)}::int[], ${lanes.map(({ b }) => b)}::int[],
        ${lanes.map(({ overlap }) => overlap)}::float8[]) as t (a, b, overlap)
    ), free as (
      select l.a, l.b, t.overlap from evaluation_lane l join told t on t.a = l.a and t.b = l.b
      where l.task_id = ${taskId} and abs(l.overlap - t.overlap) >= ${LEAST_CHANGE}
        and exists (select from console_task where id = ${taskId} and status = 'Benchmarking')
      order by l.a, l.b for update of l skip locked
    )
    update evaluation_lane l set overlap = f.overlap from free f
    where l.task_id = ${taskId} and l.a = f.a and l.b = f.b`.execute(db);
};
