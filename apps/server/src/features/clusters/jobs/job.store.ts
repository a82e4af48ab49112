import type { ClusterJobDetail, ENDED_CLUSTER_JOB_STATUSES } from "@dailies/contract";
import { type Selectable, sql } from "kysely";
import type { Db, Tx } from "../../../platform/db/database.ts";
import type { ClusterJob, ClusterJobLog } from "../../../platform/db/database.types.ts";
import { likePattern } from "../../../platform/db/like-pattern.ts";

export type JobRow = Selectable<ClusterJob>;
export type JobLogRow = Selectable<ClusterJobLog>;
export type EndedStatus = (typeof ENDED_CLUSTER_JOB_STATUSES)[number];
export type JobDetailRow = JobRow & {
  readonly cluster_name: string;
  /** Of the whole cluster, as far as it is known. */
  readonly cluster_resources: { readonly gpu: { readonly total: number } | null } | null;
};

const UNFINISHED = ["PENDING", "RUNNING"] as const;

export const listRunningJobs = async (
  db: Db,
  clusterId: string,
  { limit, offset }: { readonly limit: number; readonly offset: number },
): Promise<{ items: JobRow[]; total: number }> => {
  const running = db.selectFrom("cluster_job").where("cluster_id", "=", clusterId).where("status", "in", UNFINISHED);
  const items = await running
    .selectAll()
    .orderBy("ordered_at", "desc")
    .orderBy("id", "desc")
    .limit(limit)
    .offset(offset)
    .execute();
  const { n } = await running.select(({ fn }) => fn.countAll<string>().as("n")).executeTakeFirstOrThrow();
  return { items, total: Number(n) };
};

export interface RecentQuery {
  readonly limit: number;
  readonly offset: number;
  readonly status?: EndedStatus | undefined;
  readonly words?: string | undefined;
}

/** One more than asked for, so that the caller knows whether there are more. At most ten thousand are kept a cluster. */
export const listEndedJobs = (db: Db, clusterId: string, query: RecentQuery): Promise<JobRow[]> => {
  let ended = db
    .selectFrom("cluster_job")
    .selectAll()
    .where("cluster_id", "=", clusterId)
    .where("status", "not in", UNFINISHED);
  if (query.status) ended = ended.where("status", "=", query.status);
  if (query.words) {
    const pattern = likePattern(query.words);
    ended = ended.where((eb) =>
      eb.or([eb("job_key", "ilike", pattern), eb("entrypoint", "ilike", pattern), eb("owner", "ilike", pattern)]),
    );
  }
  return ended
    .orderBy("ordered_at", "desc")
    .orderBy("id", "desc")
    .limit(query.limit + 1)
    .offset(query.offset)
    .execute();
};

/** Jobs of deleted clusters are not found. */
export const findJob = (db: Db, id: string): Promise<JobDetailRow | undefined> =>
  db
    .selectFrom("cluster_job as j")
    .innerJoin("cluster as c", "c.id", "j.cluster_id")
    .leftJoin("cluster_state as s", "s.cluster_id", "c.id")
    .selectAll("j")
    .select(["c.name as cluster_name", "s.resources as cluster_resources"])
    .where("j.id", "=", id)
    .where("c.deleted_at", "is", null)
    .executeTakeFirst()
    .then((row) => row && { ...row, cluster_resources: row.cluster_resources as JobDetailRow["cluster_resources"] });

export const findJobLog = (db: Db, jobId: string): Promise<JobLogRow | undefined> =>
  db.selectFrom("cluster_job_log").selectAll().where("job_id", "=", jobId).executeTakeFirst();

/** Those of the jobs that have ended, are no longer listed or were removed. */
export const listEndedAmong = async (db: Db, ids: readonly string[]): Promise<string[]> => {
  if (ids.length === 0) return [];
  const running = await db
    .selectFrom("cluster_job as j")
    .innerJoin("cluster as c", "c.id", "j.cluster_id")
    .select("j.id")
    .where("j.id", "in", [...ids])
    .where("j.status", "in", UNFINISHED)
    .where("j.gone_at", "is", null)
    .where("c.deleted_at", "is", null)
    .execute();
  const known = new Set(running.map(({ id }) => id));
  return ids.filter((id) => !known.has(id));
};

export const lockJob = (tx: Tx, id: string): Promise<JobRow | undefined> =>
  tx.selectFrom("cluster_job").selectAll().where("id", "=", id).forUpdate().executeTakeFirst();

export const noteStopAsked = async (tx: Tx, id: string, asked: { at: Date; by: string } | null): Promise<void> => {
  await tx
    .updateTable("cluster_job")
    .set({ stop_asked_at: asked?.at ?? null, stop_asked_by: asked?.by ?? null })
    .where("id", "=", id)
    .execute();
};

/** The nodes of a cluster, or the RayClusters of a namespace, as they were last read. */
export const findNodes = (db: Db, clusterId: string) =>
  db
    .selectFrom("cluster_state as s")
    .innerJoin("cluster as c", "c.id", "s.cluster_id")
    .select(["s.nodes", "s.ray_clusters", "s.nodes_at"])
    .where("s.cluster_id", "=", clusterId)
    .where("c.deleted_at", "is", null)
    .executeTakeFirst();

/** When the job list of a cluster was last read; undefined when there is no such cluster. */
export const findJobsReadAt = (db: Db, clusterId: string) =>
  db
    .selectFrom("cluster_state as s")
    .innerJoin("cluster as c", "c.id", "s.cluster_id")
    .select("s.jobs_at")
    .where("s.cluster_id", "=", clusterId)
    .where("c.deleted_at", "is", null)
    .executeTakeFirst();

/** Pipelines and traceback are written by us, with the shapes of the contract. */
export const storedPipelines = (row: JobRow): ClusterJobDetail["pipelines"] =>
  (row.pipelines ?? []) as ClusterJobDetail["pipelines"];
export const storedTraceback = (row: JobRow): string[] => row.traceback as unknown as string[];
export const storedMetadata = (row: JobRow): Record<string, string> =>
  row.metadata as unknown as Record<string, string>;

/** Newest logs of a cluster that are kept, and jobs that are: the oldest go first. */
export const removeOldest = async (
  db: Db,
  clusterId: string,
  { jobs, logs }: { readonly jobs: number; readonly logs: number },
): Promise<void> => {
  await sql`
    delete from cluster_job where id in (
      select id from cluster_job where cluster_id = ${clusterId} and status not in ('PENDING', 'RUNNING')
      order by ordered_at desc, id desc offset ${jobs} limit 2000)`.execute(db);
  await sql`
    delete from cluster_job_log where job_id in (
      select job_id from cluster_job_log where cluster_id = ${clusterId}
      order by changed_at desc, job_id desc offset ${logs} limit 2000)`.execute(db);
};
