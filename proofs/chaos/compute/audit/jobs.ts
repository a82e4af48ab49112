import { sql } from "kysely";
import type { HeadJob } from "../cluster/head-protocol.ts";
import { type Loss, lastLineOf, type ReportedJob } from "../load/reported-jobs.ts";
import type { Cluster, World } from "../world.ts";

interface JobRow {
  readonly cluster_id: string;
  readonly job_key: string;
  readonly status: string;
  readonly started_at: Date | null;
  readonly ended_at: Date | null;
  readonly tail: string | null;
}

/** A poll reads its list some seconds before it says that it has. */
const POLL_TAKES_MS = 10_000;

const readRows = async ({ db }: World): Promise<JobRow[]> => {
  const { rows } = await sql<JobRow>`select j.cluster_id, j.job_key, j.status, j.started_at, j.ended_at, l.tail
    from cluster_job j left join cluster_job_log l on l.job_id = j.id`.execute(db);
  return rows;
};

/** A run is known by its cluster and its start; its id may have been used again since. */
const runOf = (clusterId: string, key: string, startMs: number): string =>
  `${clusterId} ${key.split("@")[0]} ${startMs}`;

const indexRows = (rows: readonly JobRow[]) => {
  const byRun = new Map<string, JobRow>();
  const twice: string[] = [];
  for (const row of rows) {
    const run = runOf(row.cluster_id, row.job_key, row.started_at?.getTime() ?? 0);
    if (byRun.has(run)) twice.push(`${row.job_key} is recorded twice`);
    byRun.set(run, row);
  }
  return { byRun, twice };
};

const endOf = (row: JobRow): string => `${row.status} at ${row.ended_at?.getTime() ?? "no time"}`;

/** What a head still lists must be recorded exactly so. */
const checkListed = ({ head }: Cluster, job: HeadJob, row: JobRow | undefined): string[] => {
  if (!row) return [`${head.name}: ${job.key} is not recorded`];
  const listed = `${job.status} at ${job.endMs ?? "no time"}`;
  return endOf(row) === listed ? [] : [`${head.name}: ${job.key} is ${endOf(row)}, Ray says ${listed}`];
};

/** What was lost with its head: the end as far as a poll could have seen it, otherwise that it was lost. */
const checkLost = (job: ReportedJob, { jobsAt }: Loss, row: JobRow | undefined): string[] => {
  const readMs = (jobsAt?.getTime() ?? 0) - POLL_TAKES_MS;
  if (!row) return job.startMs < readMs ? [`${job.key} was lost with its head and is not recorded`] : [];
  if (job.end && endOf(row) === `${job.end.status} at ${job.end.atMs}`) return [];
  if (job.end && job.end.atMs < readMs) return [`${job.key} is ${endOf(row)}, it had ended ${job.end.status} before`];
  return ["LOST", "FAILED"].includes(row.status) ? [] : [`${job.key} is ${row.status} although its head is gone`];
};

const checkLog = (job: ReportedJob, row: JobRow | undefined): string[] => {
  if (job.isDriver || !job.end || !row || row.status === "LOST") return [];
  return row.tail?.includes(lastLineOf(job.key)) ? [] : [`the log of ${job.key} has no end`];
};

export const auditJobs = async (
  world: World,
  told: readonly ReportedJob[],
  losses: readonly Loss[],
): Promise<string[]> => {
  const { byRun, twice } = indexRows(await readRows(world));
  const faults = [...twice];
  for (const cluster of world.clusters) {
    for (const job of (await cluster.head.describe()).jobs)
      faults.push(...checkListed(cluster, job, byRun.get(runOf(cluster.id, job.key, job.startMs))));
  }
  for (const job of told) {
    const row = byRun.get(runOf(job.clusterId, job.key, job.startMs));
    const loss = losses.find(({ sessionName }) => sessionName === job.sessionName);
    faults.push(...(loss ? checkLost(job, loss, row) : checkLog(job, row)));
  }
  return faults;
};
