import { sql } from "kysely";
import type { Db, Tx } from "../../../../platform/db/database.ts";
import { newId } from "../../../../platform/ids.ts";
import type { ExperimentAnswer } from "../../../../platform/mlflow/mlflow-schemas.ts";
import { type ColumnKind, insertColumns } from "../../runs/experiment.store.ts";
import { type CopiedRun, experimentNames, type LastPoint } from "./copied-run.rules.ts";

interface CopiedExperiment {
  readonly id: string;
  readonly source_experiment_id: string;
  readonly name: string;
}

const listCopied = async (db: Db, sourceId: string): Promise<CopiedExperiment[]> => {
  const { rows } = await sql<CopiedExperiment>`
    select id, source_experiment_id, name from experiment where source_id = ${sourceId}`.execute(db);
  return rows;
};

/** Writes experiments that are new or have another name. Returns the ids here by the ids there. */
export const copyExperiments = async (
  db: Db,
  source: { readonly id: string; readonly name: string },
  experiments: readonly ExperimentAnswer[],
  at: Date,
): Promise<ReadonlyMap<string, string>> => {
  const known = new Map((await listCopied(db, source.id)).map((each) => [each.source_experiment_id, each]));
  const changed = experiments.flatMap((each) => {
    const names = experimentNames(source.name, each);
    const before = known.get(each.experiment_id)?.name;
    return before === names.name || before === names.other ? [] : [{ ...each, names }];
  });
  if (changed.length > 0) {
    await db.transaction().execute(async (tx) => {
      const asked = changed.map(({ names }) => names.name);
      const { rows } = await sql<{ name: string }>`
        select name from experiment where name = any(${asked}::text[]) for key share`.execute(tx);
      const taken = new Set(rows.map(({ name }) => name));
      await sql`
        insert into experiment (id, name, runs, created_by, created_at, last_run_at, source_id, source_experiment_id)
        select c.id, c.name, 0, ${`mlflow:${source.name}`}, c.created_at, c.created_at, ${source.id}, c.source_experiment_id
        from unnest(${changed.map(() => newId())}::uuid[],
          ${changed.map(({ names }) => (taken.has(names.name) ? names.other : names.name))}::text[],
          ${changed.map(({ creation_time: ms }) => createdAt(ms, at))}::timestamptz[],
          ${changed.map(({ experiment_id: id }) => id)}::text[]) as c (id, name, created_at, source_experiment_id)
        on conflict (source_id, source_experiment_id) where source_id is not null do update set name = excluded.name`.execute(
        tx,
      );
    });
  }
  const copied = changed.length > 0 ? await listCopied(db, source.id) : [...known.values()];
  return new Map(copied.map((each) => [each.source_experiment_id, each.id]));
};

const createdAt = (ms: number | undefined, at: Date): Date =>
  ms === undefined || ms < 0 || ms > at.getTime() ? at : new Date(ms);

interface KnownRun {
  readonly run_id: string;
  readonly source_run_id: string;
  readonly fingerprint: string;
}

/** Writes the runs that changed, and of all when they were read. Runs of unknown experiments are left out. */
export const copyRuns = (
  db: Db,
  source: { readonly id: string; readonly name: string },
  experiments: ReadonlyMap<string, string>,
  { runs, at }: { readonly runs: readonly CopiedRun[]; readonly at: Date },
): Promise<void> =>
  db.transaction().execute(async (tx) => {
    const known = await listKnown(tx, source.id, runs);
    const placed = [...new Map(runs.map((run) => [run.sourceRunId, run])).values()].flatMap((run): PlacedRun[] => {
      const experimentId = experiments.get(run.sourceExperimentId);
      const before = known.get(run.sourceRunId);
      const isNew = before === undefined;
      return experimentId === undefined
        ? []
        : [
            {
              ...run,
              id: before?.run_id ?? run.id,
              experimentId,
              isNew,
              isChanged: before?.fingerprint !== run.fingerprint,
            },
          ];
    });
    const changed = placed.filter(({ isChanged }) => isChanged);
    if (changed.length > 0) await writeRuns(tx, source, changed, at);
    await noteRead(tx, source.id, placed, at);
    await countRuns(
      tx,
      source.id,
      placed.filter(({ isNew }) => isNew),
    );
  });

type PlacedRun = CopiedRun & {
  readonly experimentId: string;
  readonly isNew: boolean;
  readonly isChanged: boolean;
};

const listKnown = async (
  tx: Tx,
  sourceId: string,
  runs: readonly CopiedRun[],
): Promise<ReadonlyMap<string, KnownRun>> => {
  const { rows } = await sql<KnownRun>`
    select run_id, source_run_id, fingerprint from run_source_run
    where source_id = ${sourceId} and source_run_id = any(${runs.map((run) => run.sourceRunId)}::text[])`.execute(tx);
  return new Map(rows.map((row) => [row.source_run_id, row]));
};

/** Notes that people wrote here stay. */
const writeRuns = async (
  tx: Tx,
  source: { readonly id: string; readonly name: string },
  runs: readonly PlacedRun[],
  at: Date,
): Promise<void> => {
  const rows = runs.map((run) => ({
    id: run.id,
    experiment_id: run.experimentId,
    name: run.name,
    status: run.status,
    owner: run.owner,
    params: run.params,
    tags: run.tags,
    started_at: run.startedAt,
    ended_at: run.endedAt,
    metrics: run.metrics.length,
    last_logged_at: run.lastLoggedAt,
  }));
  const given = sql`jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as n (id uuid, experiment_id uuid, name text,
    status text, owner text, params jsonb, tags jsonb, started_at timestamptz, ended_at timestamptz, metrics integer,
    last_logged_at timestamptz)`;
  await sql`
    insert into experiment_run (id, experiment_id, name, status, owner, source_id, logged_by, gpus, params, tags, notes,
      started_at, ended_at, created_at)
    select id, experiment_id, name, status, owner, ${source.id}, ${`mlflow:${source.name}`}, 0, params, tags, '', started_at,
      ended_at, ${at} from ${given}
    on conflict (id) do update set experiment_id = excluded.experiment_id, name = excluded.name, status = excluded.status,
      owner = excluded.owner, logged_by = excluded.logged_by, params = excluded.params, tags = excluded.tags,
      started_at = excluded.started_at, ended_at = excluded.ended_at`.execute(tx);
  await sql`
    insert into experiment_run_state (run_id, metrics, last_logged_at) select id, metrics, last_logged_at from ${given}
    on conflict (run_id) do update set metrics = excluded.metrics, last_logged_at = excluded.last_logged_at`.execute(
    tx,
  );
  await writeMetrics(tx, runs);
  for (const [experimentId, members] of [...byExperiment(runs)].sort()) {
    const names: readonly (readonly [ColumnKind, readonly string[]])[] = [
      ["param", members.flatMap(({ params }) => Object.keys(params))],
      ["metric", members.flatMap(({ metrics }) => metrics.map(({ key }) => key))],
      ["tag", members.flatMap(({ tags }) => Object.keys(tags))],
    ];
    for (const [kind, keys] of names) await insertColumns(tx, experimentId, kind, [...new Set(keys)]);
  }
};

const byExperiment = (runs: readonly PlacedRun[]): Map<string, PlacedRun[]> => {
  const groups = new Map<string, PlacedRun[]>();
  for (const run of runs) {
    const members = groups.get(run.experimentId);
    if (members) members.push(run);
    else groups.set(run.experimentId, [run]);
  }
  return groups;
};

/** Of a metric the source tells the last point only: counts and extremes are of that point, and are not shown. */
const writeMetrics = async (tx: Tx, runs: readonly PlacedRun[]): Promise<void> => {
  const points = runs.flatMap(({ id, metrics }) => metrics.map((metric) => ({ ...metric, id })));
  const of = <T>(read: (point: LastPoint & { readonly id: string }) => T): T[] => points.map(read);
  await sql`
    insert into experiment_metric as m (run_id, number, key, batches, points, nan_points, infinite_points, first_step,
      last_step, last_value, last_at)
    select c.run_id, coalesce(k.number, coalesce(t.number, 0)
        + row_number() over (partition by c.run_id, k.number is null order by c.key)), c.key, 1, 1, 0, 0, c.step, c.step,
      c.value, to_timestamp(c.at_ms / 1000.0)
    from unnest(${of(({ id }) => id)}::uuid[], ${of(({ key }) => key)}::text[], ${of(({ step }) => step)}::bigint[],
      ${of(({ value }) => String(value))}::float8[], ${of(({ atMs }) => atMs)}::float8[]) as c (run_id, key, step, value, at_ms)
    left join experiment_metric k on k.run_id = c.run_id and k.key = c.key
    left join (select run_id, max(number) as number from experiment_metric
      where run_id = any(${runs.map(({ id }) => id)}::uuid[]) group by run_id) t on t.run_id = c.run_id
    on conflict (run_id, number) do update set last_step = excluded.last_step, last_value = excluded.last_value,
      last_at = excluded.last_at
    where (m.last_step, m.last_value, m.last_at) is distinct from
      (excluded.last_step, excluded.last_value, excluded.last_at)`.execute(tx);
};

/** A run that was gone and is listed again is there again. */
const noteRead = async (tx: Tx, sourceId: string, runs: readonly PlacedRun[], at: Date): Promise<void> => {
  const rows = runs.map((run) => ({
    run_id: run.id,
    source_run_id: run.sourceRunId,
    fingerprint: run.fingerprint,
    inputs: run.inputs,
    is_running: run.status === "Running" && !run.isGone,
    is_gone: run.isGone,
  }));
  await sql`
    insert into run_source_run as x (run_id, source_id, source_run_id, fingerprint, inputs, is_running, read_at, gone_at)
    select run_id, ${sourceId}, source_run_id, fingerprint, inputs, is_running, ${at}, case when is_gone then ${at}::timestamptz end
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as n (run_id uuid, source_run_id text, fingerprint text,
      inputs text[], is_running boolean, is_gone boolean)
    on conflict (run_id) do update set fingerprint = excluded.fingerprint, inputs = excluded.inputs,
      is_running = excluded.is_running, read_at = excluded.read_at,
      gone_at = case when excluded.gone_at is null then null else coalesce(x.gone_at, excluded.gone_at) end`.execute(
    tx,
  );
};

const countRuns = async (tx: Tx, sourceId: string, added: readonly PlacedRun[]): Promise<void> => {
  if (added.length === 0) return;
  const rows = [...byExperiment(added)].map(([id, members]) => ({
    id,
    runs: members.length,
    last: new Date(Math.max(...members.map(({ startedAt }) => startedAt.getTime()))),
  }));
  await sql`
    update experiment e set runs = e.runs + n.runs, last_run_at = greatest(e.last_run_at, n.last)
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as n (id uuid, runs integer, last timestamptz)
    where e.id = n.id`.execute(tx);
  await sql`update run_source_state set runs = runs + ${added.length} where source_id = ${sourceId}`.execute(tx);
};
