import { sql } from "kysely";
import type { Db } from "../../../platform/db/database.ts";

export interface PairSum {
  readonly prompt: number;
  readonly entryA: number;
  readonly entryB: number;
  readonly row: number;
  readonly rowLabel: string;
  readonly category: string;
  readonly inputs: Readonly<Record<string, unknown>>;
  readonly a: string;
  readonly b: string | null;
  readonly n: number;
  readonly aWins: number;
  readonly bWins: number;
  readonly ties: number;
  readonly bothBad: number;
  readonly strength: number | null;
}

/** Counted judgements by prompt and pair, or by prompt and entry for single ratings. */
const COUNTED = sql`is_counted and kind in ('rating', 'pairwise') and (informed is null
  or task_id in (select v.task_id from evaluation v where v.counts_informed))`;

/** Judgements aggregated at once; the last prompt among them is always aggregated whole. */
const REACH_VOTES = 5_000;

/** The last prompt of the next batch of judgements; undefined when there are none. */
export const findPromptReach = async (db: Db, taskId: string, prompt: number): Promise<number | undefined> => {
  const { rows } = await sql<{ last: number | null }>`
    select max(prompt) as last from (
      select prompt from judgement where task_id = ${taskId} and prompt >= ${prompt} and ${COUNTED}
      order by prompt, seq limit ${REACH_VOTES}) next`.execute(db);
  return rows[0]?.last ?? undefined;
};

interface PairSpan {
  /** Exclusive. */
  readonly after: readonly [prompt: number, a: number, b: number];
  readonly lastPrompt: number;
}

export const listPairSums = async (
  db: Db,
  taskId: string,
  { after: [prompt, a, b], lastPrompt }: PairSpan,
  limit: number,
): Promise<PairSum[]> => {
  const { rows } = await sql<PairSum>`
    with sums as (
      select prompt, a, b, count(*)::int as n, count(*) filter (where outcome = 'a')::int as a_wins,
        count(*) filter (where outcome = 'b')::int as b_wins, count(*) filter (where outcome = 'tie')::int as ties,
        count(*) filter (where outcome = 'both_bad')::int as both_bad, avg(strength)::float8 as strength
      from judgement
      where task_id = ${taskId} and prompt between ${prompt} and ${lastPrompt}
        and (prompt, a, b) > (${prompt}, ${a}, ${b}) and ${COUNTED}
      group by prompt, a, b order by prompt, a, b limit ${limit}
    )
    select s.prompt, s.a as "entryA", s.b as "entryB", p.row_index as row, p.label as "rowLabel", p.category, p.inputs,
      ea.label as a, case when s.b = s.a then null else eb.label end as b, s.n, s.a_wins as "aWins", s.b_wins as "bWins",
      s.ties, s.both_bad as "bothBad", s.strength
    from sums s
    join evaluation_prompt p on p.task_id = ${taskId} and p.prompt = s.prompt
    join evaluation_entry ea on ea.task_id = ${taskId} and ea.entry = s.a
    join evaluation_entry eb on eb.task_id = ${taskId} and eb.entry = s.b
    order by s.prompt, s.a, s.b`.execute(db);
  return rows;
};

interface AnswerMean {
  readonly prompt: number;
  readonly a: number;
  readonly b: number;
  readonly key: string;
  readonly mean: number;
}

/** Means of numbers and shares of true; other answers have no mean. */
export const listAnswerMeans = async (
  db: Db,
  taskId: string,
  {
    prompts,
    turned,
  }: {
    readonly prompts: { readonly first: number; readonly last: number };
    /** Answers about the sides, which are negated where the sides were swapped. */
    readonly turned: readonly string[];
  },
): Promise<AnswerMean[]> => {
  const { rows } = await sql<AnswerMean>`
    select j.prompt, j.a, j.b, e.key,
      avg(case jsonb_typeof(e.value) when 'number' then (e.value #>> '{}')::float8
          * case when j.is_swapped and j.a <> j.b and e.key = any(${[...turned]}::text[]) then -1 else 1 end
        else ((e.value #>> '{}')::boolean)::int end)::float8 as mean
    from judgement j, jsonb_each(j.answers) e
    where j.task_id = ${taskId} and j.prompt between ${prompts.first} and ${prompts.last} and ${COUNTED}
      and jsonb_typeof(e.value) in ('number', 'boolean')
    group by j.prompt, j.a, j.b, e.key`.execute(db);
  return rows;
};

export const countPairs = async (db: Db, taskIds: readonly string[]): Promise<number> => {
  const { rows } = await sql<{ count: number }>`
    select count(*)::float8 as count from (
      select from judgement where task_id = any(${[...taskIds]}::uuid[]) and ${COUNTED} group by task_id, prompt, a, b
    ) pairs`.execute(db);
  return rows[0]?.count ?? 0;
};
