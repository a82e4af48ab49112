import type { VoteColumns } from "@dailies/statistics/board/board-input";
import { type RawBuilder, sql } from "kysely";
import type { Db } from "../../../platform/db/database.ts";
import { isOnBoard } from "./counted-judgements.store.ts";
import { type JudgementQuery, type JudgementSpan, readSpans, sampleOf } from "./judgement-spans.store.ts";
import { fromBytes, fromInts, fromShorts } from "./packed-columns.ts";

interface VotePage {
  readonly prompt: Buffer | null;
  readonly sample: Buffer;
  readonly a: Buffer;
  readonly b: Buffer;
  readonly outcome: Buffer;
  readonly swapped: Buffer;
  readonly rater: Buffer;
}

/** Indexes into OUTCOMES of the statistics. */
const A = sql`'\\x00'::bytea`;
const B = sql`'\\x01'::bytea`;
const TIE = sql`'\\x02'::bytea`;
const BOTH_BAD = sql`'\\x03'::bytea`;

/** A strength without a choice implies the choice. */
const choiceIn = (judgement: "j" | "o"): RawBuilder<Buffer> => {
  const { outcome, strength } = {
    outcome: sql.ref(`${judgement}.outcome`),
    strength: sql.ref(`${judgement}.strength`),
  };
  return sql`case
    when ${outcome} = 'a' or (${outcome} is null and ${strength} > 0) then ${A}
    when ${outcome} = 'b' or (${outcome} is null and ${strength} < 0) then ${B}
    when ${outcome} = 'both_bad' then ${BOTH_BAD}
    else ${TIE} end`;
};

interface JudgementFilter {
  readonly outcome: RawBuilder<Buffer>;
  readonly isGiven: RawBuilder<boolean>;
}

const CHOICE: JudgementFilter = {
  outcome: choiceIn("j"),
  isGiven: sql`(j.outcome is not null or j.strength is not null)`,
};

/** A comparison scale is below zero for the side shown as A: negated where the sides were swapped. */
const comparisonOf = (key: string): JudgementFilter => ({
  outcome: sql`case sign((j.answers ->> ${key})::float8) * (case when j.is_swapped then -1 else 1 end)
    when -1 then ${A} when 1 then ${B} else ${TIE} end`,
  isGiven: sql`jsonb_typeof(j.answers -> ${key}) = 'number'`,
});

/** In a stored random order, so that nobody can compute a number from a name, an account or the order of joining. */
const numberedRaters = (taskId: string) => sql`(
  select user_id, row_number() over (order by order_key) - 1 as number
  from evaluation_rater where task_id = ${taskId})`;

const readPage = async (
  db: Db,
  { taskId, hasSamples }: JudgementQuery,
  { outcome, isGiven }: JudgementFilter,
  { after, last }: JudgementSpan,
): Promise<VotePage | undefined> => {
  const { sample, items } = sampleOf(hasSamples);
  const { rows } = await sql<VotePage>`
    select string_agg(int4send(j.prompt), '') as prompt, string_agg(int2send(${sample}), '') as sample,
      string_agg(int2send(j.a::int2), '') as a, string_agg(int2send(j.b::int2), '') as b,
      string_agg(${outcome}, '') as outcome, string_agg(case when j.is_swapped then ${B} else ${A} end, '') as swapped,
      string_agg(int2send(r.number::int2), '') as rater
    from judgement j join ${numberedRaters(taskId)} r on r.user_id = j.rater_id ${items}
    where j.task_id = ${taskId} and j.seq > ${after} and j.seq <= ${last} and ${isOnBoard(taskId, "j")} and j.kind = 'pairwise'
      and ${isGiven}`.execute(db);
  return rows[0];
};

/** Every counted judgement about one question; without a question, the overall choice. */
export const readVotes = async (db: Db, query: JudgementQuery, question?: string): Promise<VoteColumns> => {
  const about = question === undefined ? CHOICE : comparisonOf(question);
  const found = await readSpans(query.judgementSeq, (span) => readPage(db, query, about, span));
  const pages = found.filter((page) => page?.prompt != null) as (VotePage & { prompt: Buffer })[];
  const prompt = fromInts(pages.map((page) => page.prompt));
  return {
    prompt,
    sample: fromShorts(pages.map(({ sample }) => sample)),
    a: fromShorts(pages.map(({ a }) => a)),
    b: fromShorts(pages.map(({ b }) => b)),
    outcome: fromBytes(pages.map(({ outcome }) => outcome)),
    wasSwapped: fromBytes(pages.map(({ swapped }) => swapped)),
    rater: fromShorts(pages.map(({ rater }) => rater)),
    weight: new Float64Array(prompt.length).fill(1),
  };
};

/** Repeated judgements of the same clips by the same raters. For ratings only whether they were equal. */
export const readRepeats = async (db: Db, taskId: string): Promise<{ first: Int32Array; second: Int32Array }> => {
  const { rows } = await sql<{ first: Buffer | null; second: Buffer | null }>`
    select string_agg(case when o.kind = 'rating' then ${A} else ${choiceIn("o")} end, '') as first,
      string_agg(case when o.kind <> 'rating' then ${choiceIn("j")} when j.answers = o.answers then ${A} else ${B} end, '')
        as second
    from judgement j join evaluation_item i on i.id = j.item_id join judgement o on o.id = i.repeats
    where j.task_id = ${taskId} and j.kind = 'repeat' and j.undone_at is null and j.voided_at is null
      and o.undone_at is null and o.voided_at is null
      and (j.informed is null or (select counts_informed from evaluation where task_id = ${taskId}))`.execute(db);
  const columnOf = (bytes: Buffer | null | undefined) => new Int32Array(fromBytes(bytes ? [bytes] : []));
  return { first: columnOf(rows[0]?.first), second: columnOf(rows[0]?.second) };
};
