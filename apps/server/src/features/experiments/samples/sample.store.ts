import { sql } from "kysely";
import type { Db, Tx } from "../../../platform/db/database.ts";

/** Those of these assets that every internal user may read, and that were checked or are being checked. */
export const listShareableAssets = async (tx: Tx, assetIds: readonly string[]): Promise<Set<string>> => {
  const { rows } = await sql<{ id: string }>`
    select id from asset where id = any(${[...assetIds]}::uuid[]) and visibility = 'internal'
      and kind in ('video', 'image') and status in ('Quarantined', 'Ready') order by id for share`.execute(tx);
  return new Set(rows.map(({ id }) => id));
};

export interface NewSample {
  readonly promptSha256: Buffer;
  readonly prompt: string;
  readonly step: number;
  readonly assetId: string;
}

/** A sample that is logged again replaces the earlier one. Returns how many are new. */
export const upsertSamples = async (
  tx: Tx,
  runId: string,
  samples: readonly NewSample[],
  at: Date,
): Promise<number> => {
  const hashes = samples.map(({ promptSha256 }) => promptSha256.toString("hex"));
  await sql`
    insert into experiment_prompt (sha256, text)
    select distinct on (hash) decode(hash, 'hex'), text
    from unnest(${hashes}::text[], ${samples.map(({ prompt }) => prompt)}::text[]) as given (hash, text) order by hash
    on conflict do nothing`.execute(tx);
  const { rows } = await sql<{ is_new: boolean }>`
    insert into experiment_sample as s (run_id, prompt_sha256, step, asset_id, logged_at)
    select ${runId}, decode(hash, 'hex'), step, asset_id, ${at}
    from unnest(${hashes}::text[], ${samples.map(({ step }) => step)}::bigint[],
      ${samples.map(({ assetId }) => assetId)}::uuid[]) as given (hash, step, asset_id)
    on conflict (run_id, prompt_sha256, step) do update set asset_id = excluded.asset_id, logged_at = excluded.logged_at
    returning (xmax = 0) as is_new`.execute(tx);
  return rows.filter((row) => row.is_new).length;
};

/** The prompts of runs in the order in which they were first logged. */
export const listPrompts = async (
  db: Db,
  runIds: readonly string[],
  limit: number,
): Promise<{ readonly key: string; readonly text: string }[]> => {
  const { rows } = await sql<{ key: string; text: string }>`
    select encode(p.sha256, 'hex') as key, p.text
    from (select prompt_sha256, min(logged_at) as first_at from experiment_sample
      where run_id = any(${[...runIds]}::uuid[]) group by prompt_sha256) s
    join experiment_prompt p on p.sha256 = s.prompt_sha256
    order by s.first_at, p.sha256 limit ${limit}`.execute(db);
  return rows;
};

export const listSteps = async (db: Db, runIds: readonly string[], limit: number): Promise<number[]> => {
  const { rows } = await sql<{ step: number }>`
    select distinct step::float8 as step from experiment_sample
    where run_id = any(${[...runIds]}::uuid[]) order by 1 limit ${limit}`.execute(db);
  return rows.map(({ step }) => step);
};

export interface SampleRow {
  readonly run_id: string;
  readonly prompt: string;
  readonly step: number;
  readonly logged_at: Date;
  readonly asset_id: string;
  readonly status: string;
  /** False when the clip was hidden from internal users since. */
  readonly is_shared: boolean;
}

export interface SamplesQuery {
  readonly runIds: readonly string[];
  readonly prompts: readonly string[];
  readonly toStep: number;
}

/** Of each run and prompt the newest sample up to a step. */
export const listNewestSamples = async (db: Db, { runIds, prompts, toStep }: SamplesQuery): Promise<SampleRow[]> => {
  const { rows } = await sql<SampleRow>`
    select r.id as run_id, p.key as prompt, s.step::float8, s.logged_at, s.asset_id, coalesce(a.status, 'Deleted') as status,
      coalesce(a.visibility = 'internal', false) as is_shared
    from unnest(${[...runIds]}::uuid[]) as r (id) cross join unnest(${[...prompts]}::text[]) as p (key)
    cross join lateral (select step, logged_at, asset_id from experiment_sample
      where run_id = r.id and prompt_sha256 = decode(p.key, 'hex') and step <= ${toStep}::bigint
      order by step desc limit 1) s
    left join asset a on a.id = s.asset_id`.execute(db);
  return rows;
};
