import type { ExperimentRunStatus, RunCondition } from "@dailies/contract";
import { type RawBuilder, sql } from "kysely";
import type { Db, Tx } from "../../../platform/db/database.ts";
import { toSqlCondition } from "./run-condition.store.ts";

export interface RunRow {
  readonly id: string;
  readonly experiment_id: string;
  readonly experiment_name: string;
  readonly name: string;
  readonly status: ExperimentRunStatus;
  readonly owner: string;
  readonly logged_by: string;
  readonly gpus: number;
  readonly started_at: Date;
  readonly ended_at: Date | null;
  readonly last_logged_at: Date;
  readonly points: number;
  readonly metric_count: number;
  readonly sample_count: number;
  readonly params: Record<string, string>;
  /** Where it was copied from; the times are texts. */
  readonly source: {
    readonly id: string;
    readonly name: string;
    readonly run_id: string;
    readonly read_at: string;
    readonly gone_at: string | null;
    readonly inputs: string[];
  } | null;
}

const COLUMNS = sql`r.id, r.experiment_id, e.name as experiment_name, r.name, r.status, r.owner, r.logged_by, r.gpus,
  r.started_at, r.ended_at, s.last_logged_at, s.points::int, s.metrics as metric_count, s.samples as sample_count,
  case when x.run_id is not null then jsonb_build_object('id', x.source_id, 'name', c.name, 'run_id', x.source_run_id,
    'read_at', x.read_at, 'gone_at', x.gone_at, 'inputs', x.inputs) end as source`;
const JOINS = sql`join experiment e on e.id = r.experiment_id join experiment_run_state s on s.run_id = r.id
  left join run_source_run x on x.run_id = r.id left join run_source c on c.id = x.source_id`;

export interface RunsQuery {
  readonly experimentId: string | undefined;
  /** Of one source, or those that were logged here. */
  readonly sourceId: string | undefined;
  readonly status: ExperimentRunStatus | undefined;
  readonly words: string | undefined;
  readonly conditions: readonly RunCondition[];
  /** Parameters that the page shows. */
  readonly params: readonly string[];
  readonly limit: number;
  /** The run after which the page begins. */
  readonly after: string | undefined;
}

/** So many runs are looked at for one page, however few of them match. */
export const LOOKED_AT_RUNS = 5_000;

const ofSource = (sourceId: string | undefined): RawBuilder<boolean> => {
  if (sourceId === undefined) return sql<boolean>`true`;
  return sourceId === "here" ? sql<boolean>`r.source_id is null` : sql<boolean>`r.source_id = ${sourceId}`;
};

/** An index finds the runs of an experiment or of a source; of both together, some may have to be looked at in vain. */
const hasTwoScopes = ({ experimentId, sourceId }: RunsQuery): boolean =>
  experimentId !== undefined && sourceId !== undefined;

const conditionsOf = (query: RunsQuery): RawBuilder<boolean>[] => {
  const { status, words, conditions } = query;
  const all = conditions.map(toSqlCondition);
  if (hasTwoScopes(query)) all.push(ofSource(query.sourceId));
  if (status !== undefined) all.push(sql<boolean>`r.status = ${status}`);
  if (words) {
    const pattern = `%${words.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
    all.push(sql<boolean>`(r.name ilike ${pattern} or r.owner ilike ${pattern})`);
  }
  return all;
};

export const isFiltered = (query: RunsQuery): boolean =>
  query.status !== undefined || Boolean(query.words) || query.conditions.length > 0 || hasTwoScopes(query);

/** The runs that are looked at, newest first. Ids are ordered by time. */
const lookedAt = ({ experimentId, sourceId, after }: RunsQuery, limit: number) => sql`
  select * from experiment_run r
  where ${experimentId === undefined ? ofSource(sourceId) : sql`r.experiment_id = ${experimentId}`}
    and ${after === undefined ? sql`true` : sql`r.id < ${after}`}
  order by r.id desc limit ${limit}`;

/** A page of runs by keyset, one more than the limit. Of a filtered list a bounded number of runs is looked at. */
export const listRunRows = async (db: Db, query: RunsQuery): Promise<RunRow[]> => {
  const conditions = conditionsOf(query);
  const looked = isFiltered(query) ? LOOKED_AT_RUNS : query.limit + 1;
  const { rows } = await sql<RunRow>`
    select ${COLUMNS}, coalesce((select jsonb_object_agg(p.key, p.value) from jsonb_each_text(r.params) p
      where p.key = any(${[...query.params]}::text[])), '{}') as params
    from (${lookedAt(query, looked)}) r ${JOINS}
    where ${conditions.length === 0 ? sql`true` : sql.join(conditions, sql` and `)}
    order by r.id desc limit ${query.limit + 1}`.execute(db);
  return rows;
};

/** The last run that a filtered page looked at; undefined when it looked at all there are. */
export const findLastLookedAt = async (db: Db, query: RunsQuery): Promise<string | undefined> => {
  const { rows } = await sql<{ id: string }>`
    select id from (${lookedAt(query, LOOKED_AT_RUNS)}) r offset ${LOOKED_AT_RUNS - 1}`.execute(db);
  return rows[0]?.id;
};

export interface RunDetailRow extends RunRow {
  readonly tags: Record<string, string>;
  readonly notes: string;
  readonly revision: number;
  readonly log_chunks: number;
}

export const listRunDetails = async (db: Db, ids: readonly string[]): Promise<RunDetailRow[]> => {
  const { rows } = await sql<RunDetailRow>`
    select ${COLUMNS}, r.params, r.tags, r.notes, r.revision, s.log_chunks from experiment_run r ${JOINS}
    where r.id = any(${[...ids]}::uuid[])`.execute(db);
  return rows;
};

export interface NewRun {
  readonly id: string;
  readonly experimentId: string;
  readonly name: string;
  readonly owner: string;
  readonly credentialId: string;
  readonly loggedBy: string;
  readonly requestKey: string;
  readonly gpus: number;
  readonly params: Readonly<Record<string, string>>;
  readonly tags: Readonly<Record<string, string>>;
  readonly notes: string;
  readonly startedAt: Date;
  readonly at: Date;
}

export const insertRun = async (tx: Tx, run: NewRun): Promise<void> => {
  await tx
    .insertInto("experiment_run")
    .values({
      id: run.id,
      experiment_id: run.experimentId,
      name: run.name,
      status: "Running",
      owner: run.owner,
      credential_id: run.credentialId,
      logged_by: run.loggedBy,
      request_key: run.requestKey,
      gpus: run.gpus,
      params: JSON.stringify(run.params),
      tags: JSON.stringify(run.tags),
      notes: run.notes,
      started_at: run.startedAt,
      created_at: run.at,
    })
    .execute();
  await tx.insertInto("experiment_run_state").values({ run_id: run.id, last_logged_at: run.at }).execute();
};

/** Takes a lock on the key, so that two equal requests cannot both find no run. */
export const findRunByRequest = async (
  tx: Tx,
  credentialId: string,
  requestKey: string,
): Promise<{ id: string; experiment_id: string; name: string } | undefined> => {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`${credentialId} ${requestKey}`}, 21))`.execute(tx);
  return tx
    .selectFrom("experiment_run")
    .select(["id", "experiment_id", "name"])
    .where("credential_id", "=", credentialId)
    .where("request_key", "=", requestKey)
    .executeTakeFirst();
};

export interface LockedRun {
  readonly id: string;
  readonly experiment_id: string;
  readonly credential_id: string | null;
  readonly source_id: string | null;
  readonly status: string;
  readonly name: string;
  readonly params: Record<string, string>;
  readonly tags: Record<string, string>;
  readonly notes: string;
  readonly revision: number;
}

/** Leaves rows that refer to the run free to be inserted: a batch holds the state while it does so. */
export const lockRunRow = async (tx: Tx, id: string): Promise<LockedRun | undefined> => {
  const { rows } = await sql<LockedRun>`
    select id, experiment_id, credential_id, source_id, status, name, params, tags, notes, revision
    from experiment_run where id = ${id} for no key update`.execute(tx);
  return rows[0];
};

export interface RunChange {
  readonly status?: ExperimentRunStatus;
  readonly endedAt?: Date | null;
  readonly params?: Readonly<Record<string, string>>;
  readonly tags?: Readonly<Record<string, string>>;
  readonly notes?: string;
}

/** Every change that people can see has its own revision. */
export const updateRunRow = async (tx: Tx, id: string, change: RunChange): Promise<void> => {
  await tx
    .updateTable("experiment_run")
    .set((eb) => ({
      revision: eb("revision", "+", 1),
      ...(change.status !== undefined && { status: change.status, ended_at: change.endedAt ?? null }),
      ...(change.params && { params: JSON.stringify(change.params) }),
      ...(change.tags && { tags: JSON.stringify(change.tags) }),
      ...(change.notes !== undefined && { notes: change.notes }),
    }))
    .where("id", "=", id)
    .execute();
};

export const touchRun = async (tx: Tx, id: string, at: Date): Promise<void> => {
  await sql`update experiment_run_state set last_logged_at = greatest(last_logged_at, ${at}) where run_id = ${id}`.execute(
    tx,
  );
};

/** Parts of the log before a number, the newest first, one more than the limit; undefined when there is no such run. */
export const listLogChunks = async (
  db: Db,
  runId: string,
  { before, limit }: { before: number | undefined; limit: number },
): Promise<{ number: number; logged_at: Date; lines: string[] }[] | undefined> => {
  const run = await db.selectFrom("experiment_run").select("id").where("id", "=", runId).executeTakeFirst();
  if (!run) return undefined;
  let query = db.selectFrom("experiment_log").select(["number", "logged_at", "lines"]).where("run_id", "=", runId);
  if (before !== undefined) query = query.where("number", "<", before);
  return query
    .orderBy("number", "desc")
    .limit(limit + 1)
    .execute();
};

export const findRunOfCredential = (db: Db, id: string, credentialId: string): Promise<{ id: string } | undefined> =>
  db
    .selectFrom("experiment_run")
    .select("id")
    .where("id", "=", id)
    .where("credential_id", "=", credentialId)
    .executeTakeFirst();
