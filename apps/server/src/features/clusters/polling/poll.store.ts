import type { ClusterFault, ClusterResources, DataPipeline } from "@dailies/contract";
import { sql } from "kysely";
import { claimDue, type DueLimits, type PolledTables } from "../../../platform/db/claim-due.ts";
import type { Db } from "../../../platform/db/database.ts";
import { newId } from "../../../platform/ids.ts";
import type { KeptJob } from "../jobs/job-record.rules.ts";
import type { ClusterAddress } from "../registration/open-cluster.ts";
import type { KubeRayFacts } from "../sources/kuberay-facts.rules.ts";
import type { NodeFacts } from "./cluster-facts.rules.ts";

export interface ClaimedCluster extends ClusterAddress {
  readonly revision: number;
  readonly failures: number;
  readonly nodes_at: Date | null;
  /** The poller of the last poll. */
  readonly polled_by: string | null;
}

const POLLED: PolledTables = {
  owner: "cluster",
  state: "cluster_state",
  key: "cluster_id",
  columns: sql`owner.id, owner.kind, owner.address, owner.namespace, owner.ca_certificate, owner.sealed_token, owner.token_origin,
    owner.revision, state.failures, state.nodes_at, state.polled_by`,
};

export const claimDueClusters = (db: Db, limits: DueLimits): Promise<ClaimedCluster[]> =>
  claimDue<ClaimedCluster>(db, POLLED, limits);

export interface PollResult {
  readonly fault: ClusterFault | null;
  readonly jobsFault: ClusterFault | null;
  readonly rayVersion?: string | null | undefined;
  readonly isTokenRequired?: boolean | null | undefined;
  readonly resources?: ClusterResources | undefined;
  readonly nodes?: NodeFacts | undefined;
  readonly kuberay?: KubeRayFacts | undefined;
  readonly jobsLeftOut?: number | undefined;
}

/** Facts that could not be read stay as they were, with the time at which they were read. */
export const recordPoll = async (
  db: Db,
  clusterId: string,
  result: PollResult,
  { at, nextAt, pollerId }: { readonly at: Date; readonly nextAt: Date; readonly pollerId: string },
): Promise<void> => {
  const { nodes, kuberay } = result;
  await db
    .updateTable("cluster_state")
    .set((eb) => ({
      next_poll_at: nextAt,
      leased_until: null,
      polled_by: pollerId,
      failures: result.fault ? eb("failures", "+", 1) : 0,
      fault: result.fault,
      jobs_fault: result.jobsFault,
      tried_at: at,
      ...(!result.fault && { seen_at: at }),
      ...(result.rayVersion !== undefined && { ray_version: result.rayVersion }),
      ...(result.isTokenRequired !== undefined && { is_token_required: result.isTokenRequired }),
      ...(result.resources && { resources: JSON.stringify(result.resources), resources_at: at }),
      ...(nodes && {
        nodes: JSON.stringify(nodes.nodes),
        nodes_alive: nodes.alive,
        nodes_total: nodes.total,
        nodes_at: at,
        head_started_at: nodes.headStartedAt,
      }),
      ...(kuberay && {
        kuberay: JSON.stringify(kuberay.summary),
        ray_clusters: JSON.stringify(kuberay.clusters),
        nodes_at: at,
      }),
      ...(result.jobsLeftOut !== undefined && { jobs_at: at, jobs_left_out: result.jobsLeftOut }),
    }))
    .where("cluster_id", "=", clusterId)
    .execute();
};

/** Jobs that the cluster listed when they were last written. */
export const loadFingerprints = async (db: Db, clusterId: string): Promise<Map<string, string>> => {
  const rows = await db
    .selectFrom("cluster_job")
    .select(["job_key", "fingerprint"])
    .where("cluster_id", "=", clusterId)
    .where("gone_at", "is", null)
    .execute();
  return new Map(rows.map(({ job_key, fingerprint }) => [job_key, fingerprint]));
};

const ROWS_A_STATEMENT = 500;

/** Logs of jobs that ended before this were lost to us before the cluster was registered, and are not fetched later. */
export interface UpsertOptions {
  readonly at: Date;
  readonly logsSince: Date;
}

const toColumns = (clusterId: string, job: KeptJob, { at, logsSince }: UpsertOptions) => {
  const isEnded = job.status !== "PENDING" && job.status !== "RUNNING";
  const endedAt = isEnded ? (job.endedAt ?? at) : null;
  return {
    id: newId(),
    cluster_id: clusterId,
    job_key: job.jobKey,
    type: job.type,
    driver_job_id: job.driverJobId,
    driver_node_id: job.driverNodeId,
    status: job.status,
    entrypoint: job.entrypoint,
    owner: job.owner,
    gpus: job.gpus,
    message: job.message,
    traceback: JSON.stringify(job.traceback),
    error_type: job.errorType,
    exit_code: job.exitCode,
    metadata: JSON.stringify(job.metadata),
    started_at: job.startedAt,
    ended_at: endedAt,
    ordered_at: job.startedAt ?? at,
    fingerprint: job.fingerprint,
    changed_at: at,
    gone_at: null,
    is_log_final: endedAt !== null && endedAt < logsSince,
  };
};

/** Writes new and changed jobs. A job that ended keeps the end and the GPUs that were first seen. */
export const upsertJobs = async (
  db: Db,
  clusterId: string,
  jobs: readonly KeptJob[],
  options: UpsertOptions,
): Promise<void> => {
  for (let first = 0; first < jobs.length; first += ROWS_A_STATEMENT) {
    const rows = jobs.slice(first, first + ROWS_A_STATEMENT).map((job) => toColumns(clusterId, job, options));
    await db
      .insertInto("cluster_job")
      .values(rows)
      .onConflict((conflict) =>
        conflict.columns(["cluster_id", "job_key"]).doUpdateSet((eb) => ({
          type: eb.ref("excluded.type"),
          driver_job_id: eb.ref("excluded.driver_job_id"),
          driver_node_id: eb.fn.coalesce("excluded.driver_node_id", "cluster_job.driver_node_id"),
          status: eb.ref("excluded.status"),
          entrypoint: eb.ref("excluded.entrypoint"),
          owner: eb.ref("excluded.owner"),
          gpus: eb.fn.coalesce("excluded.gpus", "cluster_job.gpus"),
          message: eb.ref("excluded.message"),
          traceback: eb.ref("excluded.traceback"),
          error_type: eb.ref("excluded.error_type"),
          exit_code: eb.ref("excluded.exit_code"),
          metadata: eb.ref("excluded.metadata"),
          started_at: eb.fn.coalesce("excluded.started_at", "cluster_job.started_at"),
          ended_at: sql<Date | null>`case when excluded.ended_at is null then null
            when cluster_job.status = 'LOST' then excluded.ended_at
            else least(excluded.ended_at, coalesce(cluster_job.ended_at, excluded.ended_at)) end`,
          fingerprint: eb.ref("excluded.fingerprint"),
          changed_at: eb.ref("excluded.changed_at"),
          gone_at: null,
        })),
      )
      .execute();
  }
};

/** The start that Ray reports of one run does not change, but for what it rounds. */
const SAME_START_MS = 1_000;

/**
 * A head that lost what it stored gives the same ids again, and people submit under the same id again. The earlier run stays,
 * under its id with the time of its start; one that had not ended is lost. A RayJob that is retried starts again and stays the
 * same.
 */
export const setAsideEarlierRuns = async (
  db: Db,
  clusterId: string,
  jobs: readonly KeptJob[],
  at: Date,
): Promise<void> => {
  const started = jobs.filter(({ startedAt }) => startedAt !== null);
  if (started.length === 0) return;
  const uids = started.map(({ type, metadata }) => (type === "RAYJOB" ? (metadata.uid ?? null) : null));
  await sql`
    update cluster_job j set
      job_key = left(j.job_key, 450) || '@' || to_char(j.started_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
      gone_at = coalesce(j.gone_at, ${at}), changed_at = ${at}, ended_at = coalesce(j.ended_at, ${at}),
      status = case when j.status in ('PENDING', 'RUNNING') then 'LOST' else j.status end
    from unnest(${started.map(({ jobKey }) => jobKey)}::text[], ${started.map(({ startedAt }) => startedAt)}::timestamptz[],
      ${uids}::text[]) as n (job_key, started_at, uid)
    where j.cluster_id = ${clusterId} and j.job_key = n.job_key
      and j.started_at < n.started_at - make_interval(secs => ${SAME_START_MS / 1_000})
      and (n.uid is null or j.metadata ->> 'uid' is distinct from n.uid)`.execute(db);
};

/** Jobs that the cluster no longer lists: those that had not ended are lost, the others stay as they ended. */
export const markGone = async (db: Db, clusterId: string, jobKeys: readonly string[], at: Date): Promise<void> => {
  if (jobKeys.length === 0) return;
  await sql`
    update cluster_job set gone_at = ${at}, changed_at = ${at},
      status = case when status in ('PENDING', 'RUNNING') then 'LOST' else status end,
      ended_at = coalesce(ended_at, ${at})
    where cluster_id = ${clusterId} and job_key = any(${[...jobKeys]}::text[]) and gone_at is null`.execute(db);
};

export interface FollowedJob {
  readonly id: string;
  readonly job_key: string;
  readonly type: string;
  readonly driver_job_id: string | null;
  readonly driver_node_id: string | null;
  readonly status: string;
}

/** Jobs whose log and pipelines are read next: running ones that were read longest ago, and some that have ended. */
export const listFollowedJobs = async (
  db: Db,
  clusterId: string,
  { running, ended }: { readonly running: number; readonly ended: number },
): Promise<FollowedJob[]> => {
  const next = (isRunning: boolean, limit: number) =>
    db
      .selectFrom("cluster_job")
      .select(["id", "job_key", "type", "driver_job_id", "driver_node_id", "status"])
      .where("cluster_id", "=", clusterId)
      .where("is_log_final", "=", false)
      .where("gone_at", "is", null)
      .where("status", isRunning ? "in" : "not in", ["PENDING", "RUNNING"])
      .where((eb) => eb.or([eb("driver_node_id", "is not", null), eb("driver_job_id", "is not", null)]))
      .orderBy(sql`log_read_at nulls first`)
      .orderBy("id")
      .limit(limit)
      .execute();
  return [...(await next(true, running)), ...(await next(false, ended))];
};

export interface ReadLog {
  readonly tail: string;
  readonly isTruncated: boolean;
}

export interface FollowResult {
  readonly jobId: string;
  readonly log: ReadLog | undefined;
  readonly pipelines: readonly DataPipeline[] | undefined;
  readonly isFinal: boolean;
}

/** What was read of some jobs, in two statements however many they are. */
export const saveFollowed = async (
  db: Db,
  clusterId: string,
  results: readonly FollowResult[],
  at: Date,
): Promise<void> => {
  await saveLogs(db, clusterId, results, at);
  await noteFollowed(db, results, at);
};

/** The time of reading is always written; the text only when it changed. */
const saveLogs = async (db: Db, clusterId: string, results: readonly FollowResult[], at: Date): Promise<void> => {
  const read = results.flatMap(({ jobId, log }) => (log ? [{ jobId, ...log }] : []));
  if (read.length === 0) return;
  const [ids, tails, cuts] = [
    read.map(({ jobId }) => jobId),
    read.map(({ tail }) => tail),
    read.map(({ isTruncated }) => isTruncated),
  ];
  await sql`
    insert into cluster_job_log as l (job_id, cluster_id, tail, is_truncated, read_at, changed_at)
    select n.job_id, ${clusterId}, n.tail, n.is_truncated, ${at}, ${at}
    from unnest(${ids}::uuid[], ${tails}::text[], ${cuts}::boolean[]) as n (job_id, tail, is_truncated)
    on conflict (job_id) do update set read_at = excluded.read_at,
      tail = case when l.tail = excluded.tail then l.tail else excluded.tail end,
      is_truncated = excluded.is_truncated,
      changed_at = case when l.tail = excluded.tail then l.changed_at else excluded.changed_at end`.execute(db);
};

/** Pipelines that Ray no longer knows stay as they were. */
const noteFollowed = async (db: Db, results: readonly FollowResult[], at: Date): Promise<void> => {
  if (results.length === 0) return;
  const rows = results.map(({ jobId, pipelines = [], isFinal }) => ({
    id: jobId,
    is_final: isFinal,
    ...(pipelines.length > 0 && {
      pipelines,
      done: pipelines.reduce((sum, { blocks_done: done }) => sum + done, 0),
      total: pipelines.reduce((sum, { blocks_total: total }) => sum + total, 0),
    }),
  }));
  await sql`
    update cluster_job j set log_read_at = ${at}, is_log_final = n.is_final,
      pipelines = coalesce(n.pipelines, j.pipelines),
      pipelines_at = case when n.pipelines is null then j.pipelines_at else ${at} end,
      blocks_done = coalesce(n.done, j.blocks_done), blocks_total = coalesce(n.total, j.blocks_total)
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as n (id uuid, is_final boolean, pipelines jsonb, done bigint, total bigint)
    where j.id = n.id`.execute(db);
};
