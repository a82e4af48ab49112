import type { RatingColumns } from "@dailies/statistics/board/board-input";
import { type RawBuilder, sql } from "kysely";
import type { Db } from "../../../platform/db/database.ts";
import { isOnBoard } from "./counted-judgements.store.ts";
import { type JudgementQuery, type JudgementSpan, readSpans, sampleOf } from "./judgement-spans.store.ts";
import { fromDoubles, fromInts, fromShorts } from "./packed-columns.ts";

interface RatingPage {
  readonly prompt: Buffer | null;
  readonly entry: Buffer;
  readonly sample: Buffer;
  readonly value: Buffer;
}

/** The part of an answer that becomes a number: the value, whether it was given, whether it has an option, or a key. */
export type AnswerPart =
  | { readonly kind: "number" | "boolean" | "given"; readonly key: string }
  | { readonly kind: "option"; readonly key: string; readonly option: string | number | boolean }
  | { readonly kind: "entry"; readonly key: string; readonly entry: string };

interface ValueQuery {
  readonly value: RawBuilder<number>;
  readonly isGiven: RawBuilder<boolean>;
}

const VALUES: { [K in AnswerPart["kind"]]: (part: Extract<AnswerPart, { kind: K }>) => ValueQuery } = {
  number: ({ key }) => ({
    value: sql`(j.answers ->> ${key})::float8`,
    isGiven: sql`jsonb_typeof(j.answers -> ${key}) = 'number'`,
  }),
  boolean: ({ key }) => ({
    value: sql`(case when j.answers -> ${key} = 'true' then 1 else 0 end)::float8`,
    isGiven: sql`jsonb_typeof(j.answers -> ${key}) = 'boolean'`,
  }),
  given: ({ key }) => ({ value: sql`1::float8`, isGiven: sql`jsonb_typeof(j.answers -> ${key}) <> 'null'` }),
  option: ({ key, option }) => ({
    value: sql`(case when j.answers -> ${key} @> ${JSON.stringify([option])}::jsonb then 1 else 0 end)::float8`,
    isGiven: sql`jsonb_typeof(j.answers -> ${key}) = 'array'`,
  }),
  entry: ({ key, entry }) => ({
    value: sql`(j.answers -> ${key} ->> ${entry})::float8`,
    isGiven: sql`jsonb_typeof(j.answers -> ${key} -> ${entry}) = 'number'`,
  }),
};

const readPage = async (
  db: Db,
  { taskId, hasSamples }: JudgementQuery,
  { value, isGiven }: ValueQuery,
  { after, last }: JudgementSpan,
): Promise<RatingPage | undefined> => {
  const { sample, items } = sampleOf(hasSamples);
  const { rows } = await sql<RatingPage>`
    select string_agg(int4send(j.prompt), '') as prompt, string_agg(int2send(j.a::int2), '') as entry,
      string_agg(int2send(${sample}), '') as sample, string_agg(float8send(${value}), '') as value
    from judgement j ${items}
    where j.task_id = ${taskId} and j.seq > ${after} and j.seq <= ${last} and ${isOnBoard(taskId, "j")} and j.kind = 'rating'
      and ${isGiven}`.execute(db);
  return rows[0];
};

const toColumns = (found: readonly (RatingPage | undefined)[], part: number): RatingColumns => {
  const pages = found.filter((page) => page?.prompt != null) as (RatingPage & { prompt: Buffer })[];
  const prompt = fromInts(pages.map((page) => page.prompt));
  return {
    prompt,
    entry: fromShorts(pages.map(({ entry }) => entry)),
    sample: fromShorts(pages.map(({ sample }) => sample)),
    part: new Int32Array(prompt.length).fill(part),
    value: fromDoubles(pages.map(({ value }) => value)),
    count: new Int32Array(prompt.length).fill(1),
  };
};

/** Every counted answer about one part of one question, with the index of the part. */
export const readRatings = async (
  db: Db,
  query: JudgementQuery,
  part: AnswerPart,
  place = 0,
): Promise<RatingColumns> => {
  const about = (VALUES[part.kind] as (part: AnswerPart) => ValueQuery)(part);
  return toColumns(await readSpans(query.judgementSeq, (span) => readPage(db, query, about, span)), place);
};

/** The values in the answers to an open list or map, most frequent first. */
export const listAnswerParts = async (
  db: Db,
  taskId: string,
  key: string,
  limit: number,
): Promise<(string | number | boolean)[]> => {
  const { rows } = await sql<{ item: string | number | boolean }>`
    select item from judgement j cross join lateral (
      select e as item from jsonb_array_elements(
        case when jsonb_typeof(j.answers -> ${key}) = 'array' then j.answers -> ${key} else '[]' end) e
      union all
      select to_jsonb(k) from jsonb_object_keys(
        case when jsonb_typeof(j.answers -> ${key}) = 'object' then j.answers -> ${key} else '{}' end) k
    ) items
    where j.task_id = ${taskId} and ${isOnBoard(taskId, "j")} and j.kind = 'rating'
    group by item order by count(*) desc, item limit ${limit}`.execute(db);
  return rows.map(({ item }) => item);
};

/** The version that measured last: figures of two versions are never mixed. */
const newestVersion = (taskId: string, metricKey: string): RawBuilder<string> => sql`(
  select metric_version from evaluation_clip_metric where task_id = ${taskId} and is_current and metric_key = ${metricKey}
  order by computed_at desc, metric_version desc limit 1)`;

/** Metrics of the counted clips, in the given version or else the newest. */
export const readMeasurements = async (
  db: Db,
  taskId: string,
  { metricKey, version }: { readonly metricKey: string; readonly version: string | undefined },
): Promise<RatingColumns> => {
  const { rows } = await sql<RatingPage>`
    select string_agg(int4send(prompt), '') as prompt, string_agg(int2send(entry::int2), '') as entry,
      string_agg(int2send(sample), '') as sample, string_agg(float8send(value), '') as value
    from (
      select distinct on (clip_id) prompt, entry, sample, value from evaluation_clip_metric
      where task_id = ${taskId} and is_current and metric_key = ${metricKey}
        and metric_version = ${version === undefined ? newestVersion(taskId, metricKey) : version}
      order by clip_id, computed_at desc
    ) measured where value is not null`.execute(db);
  return toColumns(rows, 0);
};
