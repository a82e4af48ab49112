import { sql } from "kysely";
import type { Tx } from "../../../platform/db/database.ts";
import type { EntryPositions, Lane } from "./lanes.rules.ts";
import type { Room, Share } from "./share-budget.rules.ts";

export interface EvaluationSource {
  readonly taskId: string;
  /** Empty means all columns. */
  readonly columnIds: readonly string[];
}

/** Clips inserted by one statement; small enough to stay below the statement timeout on a busy machine. */
const CLIPS_AT_ONCE = 50_000;

const listed = (sources: readonly EvaluationSource[]) => sql`
  jsonb_to_recordset(${JSON.stringify(
    sources.map(({ taskId, columnIds }, position) => ({ position, task_id: taskId, column_ids: columnIds })),
  )}::jsonb) as s (position integer, task_id uuid, column_ids uuid[])`;

/** Inserts the competing columns; returns how many. With several baselines, only the first remains one. */
export const insertEntries = async (tx: Tx, taskId: string, sources: readonly EvaluationSource[]): Promise<number> => {
  const { numAffectedRows = 0n } = await sql`
    insert into evaluation_entry (task_id, entry, source_task_id, column_id, label, performer, performer_version, is_baseline)
    select ${taskId}, row_number() over (order by s.position, c.index) - 1, c.task_id, c.id, coalesce(nullif(c.label, ''), p.name),
      p.name, c.performer_version,
      c.is_baseline and 1 = row_number() over (partition by c.is_baseline order by s.position, c.index)
    from ${listed(sources)}
    join benchmark_column c on c.task_id = s.task_id and (cardinality(s.column_ids) = 0 or c.id = any (s.column_ids))
    join performer p on p.id = c.performer_id`.execute(tx);
  return Number(numAffectedRows);
};

/**
 * Rows of all sources with the key that identifies a prompt: the inputs, plus an occurrence number for inputs that a task
 * holds more than once.
 */
const rowsOf = (sources: readonly EvaluationSource[]) => sql`(
  select s.position, r.task_id, r.index, r.label, r.inputs, r.category, r.weight,
    sha256(convert_to(r.inputs::text || case
      when row_number() over same = 1 then '' else '#' || row_number() over same end, 'UTF8')) as inputs_hash
  from ${listed(sources)} join benchmark_row r on r.task_id = s.task_id and not r.is_excluded
  window same as (partition by r.task_id, r.inputs order by r.index))`;

/** Inserts the distinct prompts; returns how many. */
export const insertPrompts = async (tx: Tx, taskId: string, sources: readonly EvaluationSource[]): Promise<number> => {
  const { numAffectedRows = 0n } = await sql`
    insert into evaluation_prompt (task_id, prompt, row_index, label, inputs, inputs_hash, category, weight)
    select ${taskId}, row_number() over (order by position, index) - 1, index, label, inputs, inputs_hash, category, weight
    from (
      select distinct on (r.inputs_hash) r.* from ${rowsOf(sources)} r order by r.inputs_hash, r.position, r.index
    ) once`.execute(tx);
  return Number(numAffectedRows);
};

export interface NumberedRow {
  readonly taskId: string;
  readonly row: number;
  readonly prompt: number;
}

/** The prompt of each source row, in the order in which prompts are numbered. */
export const listNumberedRows = async (tx: Tx, sources: readonly EvaluationSource[]): Promise<NumberedRow[]> => {
  const { rows } = await sql<NumberedRow>`
    select task_id as "taskId", index as row, (dense_rank() over (order by first_position, first_index) - 1)::int as prompt
    from (
      select r.task_id, r.index, first_value(r.position) over same as first_position, first_value(r.index) over same as first_index
      from ${rowsOf(sources)} r window same as (partition by r.inputs_hash order by r.position, r.index)
    ) placed order by prompt`.execute(tx);
  return rows;
};

/**
 * Inserts the counted clips prompt by prompt, so that the first prompts can be judged first. The prompt of each row is
 * passed as a list: tables filled in this transaction have no statistics, and a plan that assumes them empty takes hours.
 */
export const insertClips = async (
  tx: Tx,
  taskId: string,
  placed: readonly NumberedRow[],
  columnsEach: number,
): Promise<number> => {
  const step = Math.max(1, Math.floor(CLIPS_AT_ONCE / Math.max(1, columnsEach)));
  let clips = 0;
  for (let from = 0; from < placed.length; from += step) {
    const some = placed.slice(from, from + step);
    const { numAffectedRows = 0n } = await sql`
      insert into evaluation_clip (task_id, prompt, entry, sample, attempt_id, asset_id, sha256)
      select ${taskId}, r.prompt, e.entry, c.sample, a.id, a.asset_id, a.output_sha256
      from unnest(${some.map((row) => row.taskId)}::uuid[], ${some.map(({ row }) => row)}::int[],
        ${some.map(({ prompt }) => prompt)}::int[]) as r (task_id, index, prompt)
      join benchmark_cell c on c.task_id = r.task_id and c.row_index = r.index and c.status <> 'Excluded'
      join evaluation_entry e on e.task_id = ${taskId} and e.source_task_id = c.task_id and e.column_id = c.column_id
      join performer_task a on a.id = c.counted_attempt_id
      where a.asset_id is not null and a.output_sha256 is not null
      order by r.prompt, e.entry, c.sample`.execute(tx);
    clips += Number(numAffectedRows);
  }
  return clips;
};

export const countSamples = async (tx: Tx, taskId: string): Promise<number> => {
  const { rows } = await sql<{ samples: number }>`
    select coalesce(max(sample) + 1, 0)::int as samples from evaluation_clip where task_id = ${taskId}`.execute(tx);
  return rows[0]?.samples ?? 0;
};

/** The positions where each entry has a clip: 4-byte integers, one per prompt and sample. */
export const listEntryPositions = async (tx: Tx, taskId: string, prompts: number): Promise<EntryPositions[]> => {
  const { rows } = await sql<EntryPositions>`
    select e.entry, coalesce(c.positions, ''::bytea) as positions
    from evaluation_entry e left join (
      select entry, string_agg(int4send(sample * ${prompts}::int + prompt), ''::bytea) as positions from evaluation_clip
      where task_id = ${taskId} and is_current group by entry
    ) c on c.entry = e.entry
    where e.task_id = ${taskId} order by e.entry`.execute(tx);
  return rows;
};

export const insertLanes = async (tx: Tx, taskId: string, lanes: readonly Lane[]): Promise<void> => {
  await sql`insert into evaluation_lane (task_id, a, b, available)
    select ${taskId}, * from unnest(${lanes.map(({ a }) => a)}::int[], ${lanes.map(({ b }) => b)}::int[],
      ${lanes.map(({ available }) => available)}::int[])`.execute(tx);
};

export const listRooms = async (tx: Tx, taskId: string): Promise<Room[]> => {
  const { rows } = await sql<Room>`
    select available, count(*)::int as lanes from evaluation_lane where task_id = ${taskId} group by available`.execute(
    tx,
  );
  return rows;
};

/** Gives every lane the same quota, plus one for the first lanes with spare positions. */
export const setQuotas = async (tx: Tx, taskId: string, { each, oneMore }: Share): Promise<void> => {
  await sql`
    update evaluation_lane l set quota = ${each} + (ranked.position <= ${oneMore})::int
    from (
      select a, b, row_number() over (order by (available > ${each}) desc, a + b, a) as position
      from evaluation_lane where task_id = ${taskId}
    ) ranked
    where l.task_id = ${taskId} and l.a = ranked.a and l.b = ranked.b`.execute(tx);
};

interface Filled {
  readonly prompts: number;
  readonly samples: number;
  readonly clips: number;
  readonly templateVersion: number;
}

/** Opens the evaluation for judging. Returns how many judgements it needs. */
export const markStarted = async (
  tx: Tx,
  taskId: string,
  { prompts, samples, clips, templateVersion }: Filled,
  at: Date,
): Promise<number> => {
  const { rows } = await sql<{ votes_needed: bigint }>`
    update evaluation e set started_at = ${at}, template_version = ${templateVersion}, prompts = ${prompts},
      samples = ${samples}, clips_total = ${clips}, clips_ready = 0, clips_failed = 0, votes_done = 0, judgement_seq = 0,
      inputs_revision = inputs_revision + 1, closed_at = null, closed_by = null, close_reason = null,
      votes_needed = e.judges_per_item * coalesce((select sum(l.items) from evaluation_lane l where l.task_id = e.task_id), 0)
    where e.task_id = ${taskId} returning votes_needed`.execute(tx);
  return Number(rows[0]?.votes_needed ?? 0n);
};
