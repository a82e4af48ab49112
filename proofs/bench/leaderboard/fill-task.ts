// A judged task, written directly into the tables: columns of known strength, and prompts that each favour some columns.
import { sql } from "kysely";
import type { Db } from "../../../apps/server/src/platform/db/database.ts";
import { newId } from "../../../apps/server/src/platform/ids.ts";
import { aUser } from "../../../apps/server/src/testing/builders/a-user.ts";
import { asOwner } from "../../../apps/server/src/testing/template-database.ts";

export interface TaskSize {
  readonly columns: number;
  readonly prompts: number;
  readonly judgements: number;
  readonly raters: number;
}

const FAST = "set work_mem = '128MB'; set synchronous_commit = off; set statement_timeout = 0;";
const FIELD = `{"type":"number","min":-1,"max":1,"is_integer":true}`;

const writeTemplate = (ids: Ids): string => `
  insert into dimension_template (id, version, owner_id, request_key, created_at, updated_at)
    values ('${ids.template}', 1, '${ids.owner}', gen_random_uuid(), now(), now());
  insert into template_version (template_id, version, name, mode, instructions, judges_per_item, created_by, created_at)
    values ('${ids.template}', 1, 'Which is better', 'pairwise', '', 3, 'bench', now());
  insert into dimension (id, key, version, owner_id, request_key, created_at, updated_at)
    values ('${ids.dimension}', 'd-${ids.dimension}', 1, '${ids.owner}', gen_random_uuid(), now(), now());
  insert into dimension_version (dimension_id, version, name, description, rubric, field, is_required, direction, weight,
      source, applies_to, tags, created_by, created_at)
    values ('${ids.dimension}', 1, 'Overall', '', '{"levels":[],"good_asset_ids":[],"bad_asset_ids":[]}', '${FIELD}', true,
      'higher', 1, 'human', '{}', '{}', 'bench', now());
  insert into template_entry (template_id, version, position, dimension_id, dimension_version, weight, is_required, section)
    values ('${ids.template}', 1, 0, '${ids.dimension}', 1, 1, true, '');`;

const writeField = (ids: Ids, { columns, prompts, judgements }: TaskSize): string => `
  insert into evaluation (task_id, template_id, template_version, mode, judges_per_item, aggregation, gold_rate,
      repeat_rate, seed, started_at, votes_needed, votes_done, judgement_seq, inputs_revision, clips_total, clips_ready, prompts, samples)
    values ('${ids.task}', '${ids.template}', 1, 'pairwise', 3, 'All', 0, 0, 7, now(), ${judgements}, ${judgements},
      ${judgements}, 1, ${columns * prompts}, ${columns * prompts}, ${prompts}, 1);
  insert into evaluation_entry (task_id, entry, source_task_id, column_id, label, performer, performer_version, is_baseline)
    select '${ids.task}', n, '${ids.task}', gen_random_uuid(), 'Model ' || n, 'performer ' || n, 'v1', n = 0
    from generate_series(0, ${columns - 1}) n;
  insert into evaluation_prompt (task_id, prompt, row_index, label, inputs, inputs_hash, category, weight)
    select '${ids.task}', n, n, 'prompt ' || n, jsonb_build_object('prompt', 'prompt ' || n),
      sha256(convert_to('prompt ' || n, 'UTF8')), 'category ' || n % 5, 1 from generate_series(0, ${prompts - 1}) n;
  insert into evaluation_lane (task_id, a, b, available)
    select '${ids.task}', a, b, ${prompts} from generate_series(0, ${columns - 1}) a, generate_series(0, ${columns - 1}) b where a < b;
  insert into evaluation_clip (task_id, prompt, entry, sample, attempt_id, asset_id, sha256, status, judged_key, judged_bytes,
      fps, duration_s)
    select '${ids.task}', p, e, 0, gen_random_uuid(), '${ids.asset}', sha256(convert_to('${ids.task}' || p || '-' || e, 'UTF8')),
      'ready', 'bench', 1000, 24, 5 from generate_series(0, ${prompts - 1}) p, generate_series(0, ${columns - 1}) e;`;

/** Rows behind the cost of a column: a cell for each clip, and the job that made it. */
const writeCells = (ids: Ids): string => `
  insert into asset (id, owner_id, name, version, kind, mime, size_bytes, status, created_at, updated_at)
    values ('${ids.asset}', '${ids.owner}', 'clip.mp4', 1, 'video', 'video/mp4', 1000, 'Ready', now(), now());
  with placed as (
    insert into benchmark_cell (id, task_id, row_id, column_id, row_index, col_index, sample, status, counted_attempt_id,
      latest_attempt_id, attempt_count, updated_at)
    select gen_random_uuid(), c.task_id, gen_random_uuid(), e.column_id, c.prompt, c.entry, 0, 'Succeeded', c.attempt_id,
      c.attempt_id, 1, now()
    from evaluation_clip c join evaluation_entry e on e.task_id = c.task_id and e.entry = c.entry where c.task_id = '${ids.task}'
    returning id, counted_attempt_id
  )
  insert into performer_task (id, performer_id, performer_version, source, task_id, cell_id, attempt_n, reason, requested_by,
    resolved_input, request_hash, status, asset_id, output_sha256, cost_micros, cost_currency, cost_basis, queued_at, finished_at)
  select counted_attempt_id, '${ids.owner}', '', 'benchmark', '${ids.task}', id, 1, 'initial', '${ids.owner}', '{}',
    sha256(uuid_send(id)), 'Succeeded', '${ids.asset}', sha256(uuid_send(id)), 250000, 'USD', 'computed', now(), now()
  from placed;`;

/** Without items and leases, which a leaderboard does not read. */
const writeJudgements = (ids: Ids, { columns, prompts, judgements }: TaskSize): string => `
  select setseed(0.42);
  alter table judgement drop constraint if exists judgement_item_id_fkey, drop constraint if exists judgement_lease_id_fkey;
  with drawn as (
    select s, floor(random() * ${prompts})::int as prompt, floor(random() * ${columns})::int as x,
      floor(random() * ${columns - 1})::int as y, random() as luck, random() as side
    from generate_series(1, ${judgements}) s
  ), paired as (
    select s, prompt, luck, side, least(x, case when y >= x then y + 1 else y end) as a,
      greatest(x, case when y >= x then y + 1 else y end) as b from drawn
  ), people as (
    select user_id, row_number() over (order by user_id) - 1 as n, count(*) over () as of
    from evaluation_rater where task_id = '${ids.task}'
  )
  insert into judgement (id, task_id, seq, item_id, lease_id, rater_id, kind, prompt, a, b, outcome, is_swapped, answers, marks,
    watched, duration_ms, client_id, submitted_at)
  select gen_random_uuid(), '${ids.task}', s, gen_random_uuid(), gen_random_uuid(), user_id, 'pairwise', prompt, a, b,
    case when luck < 0.15 then 'tie' when (luck - 0.15) / 0.85 < 1 / (1 + exp((b - a) * -0.08)) then 'a' else 'b' end,
    side < 0.5, '{"overall": 1}', '[]', '{"A": 5, "B": 5}', 9000, gen_random_uuid(), now()
  from paired join people on n = s % of;`;

interface Ids {
  readonly task: string;
  readonly template: string;
  readonly dimension: string;
  readonly asset: string;
  readonly owner: string;
}

/** Returns the id of the task. */
export const fillTask = async (db: Db, ownerUrl: string, owner: string, size: TaskSize): Promise<string> => {
  const ids: Ids = { task: newId(), template: newId(), dimension: newId(), asset: newId(), owner };
  await sql`insert into console_task (id, kind, name, description, status, owner_id, request_key, created_at, updated_at)
    values (${ids.task}, 'Evaluation', ${`${size.judgements} judgements`}, '', 'Finished', ${owner}, ${newId()}, now(), now())`.execute(
    db,
  );
  await asOwner(ownerUrl, FAST + writeTemplate(ids) + writeField(ids, size));
  for (let n = 0; n < size.raters; n++) {
    const { id } = await aUser(db);
    await sql`insert into evaluation_rater (task_id, user_id) values (${ids.task}, ${id})`.execute(db);
  }
  await asOwner(ownerUrl, FAST + writeCells(ids));
  await asOwner(ownerUrl, FAST + writeJudgements(ids, size));
  await asOwner(ownerUrl, "analyze");
  return ids.task;
};

/** As a new judgement would: invalidates the cached leaderboard. */
export const raiseInputsRevision = async (db: Db, taskId: string): Promise<void> => {
  await sql`update evaluation set inputs_revision = inputs_revision + 1 where task_id = ${taskId}`.execute(db);
};
