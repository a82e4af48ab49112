import type { Db } from "../../../platform/db/database.ts";
import { readJob } from "../../../platform/ray/ray-client.ts";
import { removeOldest } from "../jobs/job.store.ts";
import { fingerprintOf, glanceAt, type KeptJob, type ListedJob, toKeptJob } from "../jobs/job-record.rules.ts";
import type { HeldGpus } from "./cluster-facts.rules.ts";
import { loadFingerprints, markGone, setAsideEarlierRuns, upsertJobs } from "./poll.store.ts";

/** The newest jobs of a cluster that are kept. */
export const MAX_KEPT_JOBS = 10_000;
/** A log takes up to 256 KiB, so fewer logs than jobs are kept. */
const MAX_KEPT_LOGS = 1_000;
const LOGS_OF_LAST_MS = 24 * 3_600_000;

/** What a poller remembers of a cluster, so that an unchanged list costs nothing and a changed one writes what changed. */
export interface ClusterMemory {
  readonly revision: number;
  listSha256: string | undefined;
  listBytes: number | undefined;
  leftOut: number | undefined;
  /** Fingerprints by job, of the jobs that the cluster lists. */
  fingerprints: Map<string, string> | undefined;
  /** Those of them that have not ended. */
  unfinished: ReadonlyMap<string, ListedJob> | undefined;
}

interface Polled {
  /** Undefined when it was not asked, or could not be read. */
  readonly gpus: HeldGpus | undefined;
  readonly secrets: readonly string[];
  readonly at: Date;
}
export interface JobList extends Polled {
  readonly entries: readonly unknown[];
  /** Jobs of the cluster that are not among the entries. */
  readonly leftOut: number;
}

/** Compares the list of a cluster with what is kept, and writes the difference. Returns how many jobs were left out. */
export const syncJobs = async (db: Db, clusterId: string, memory: ClusterMemory, jobs: JobList): Promise<number> => {
  memory.fingerprints ??= await loadFingerprints(db, clusterId);
  const known = memory.fingerprints;
  const { kept, leftOut } = newestJobs(jobs);
  const { changed, current } = findChanged(kept, known, jobs);
  await write(db, clusterId, changed, jobs.at);
  // A job that is missing in a list that was cut, or could not be read whole, may still exist.
  const gone = leftOut === 0 ? [...known.keys()].filter((jobKey) => !current.has(jobKey)) : [];
  await markGone(db, clusterId, gone, jobs.at);
  if (changed.some(({ jobKey }) => !known.has(jobKey))) {
    await removeOldest(db, clusterId, { jobs: MAX_KEPT_JOBS, logs: MAX_KEPT_LOGS });
  }
  memory.fingerprints = current;
  memory.unfinished = new Map([...kept].filter(([, { isUnfinished }]) => isUnfinished));
  return leftOut;
};

/** GPUs are not in the list of jobs: while that is equal, only they can have changed, and only of jobs that run. */
export const syncGpus = async (db: Db, clusterId: string, memory: ClusterMemory, polled: Polled): Promise<void> => {
  const { fingerprints, unfinished } = memory;
  if (!(fingerprints && unfinished)) return;
  const { changed, current } = findChanged(unfinished, fingerprints, polled);
  await write(db, clusterId, changed, polled.at);
  for (const [jobKey, fingerprint] of current) fingerprints.set(jobKey, fingerprint);
};

const findChanged = (
  jobs: ReadonlyMap<string, ListedJob>,
  known: ReadonlyMap<string, string>,
  { gpus: held, secrets }: Polled,
) => {
  const changed: KeptJob[] = [];
  const current = new Map<string, string>();
  for (const [jobKey, job] of jobs) {
    const gpus = gpusOf(job, jobKey, held);
    const fingerprint = fingerprintOf(job, gpus);
    current.set(jobKey, fingerprint);
    const details = known.get(jobKey) === fingerprint ? undefined : readJob(job.entry);
    if (details) changed.push(toKeptJob(details, { jobKey, gpus, fingerprint, secrets }));
  }
  return { changed, current };
};

const write = async (db: Db, clusterId: string, changed: readonly KeptJob[], at: Date): Promise<void> => {
  await setAsideEarlierRuns(db, clusterId, changed, at);
  await upsertJobs(db, clusterId, changed, { at, logsSince: new Date(at.getTime() - LOGS_OF_LAST_MS) });
};

/** Each job once; when there are too many, the ones that have not ended and then the newest. */
const newestJobs = ({ entries, leftOut: missing }: JobList) => {
  const byKey = new Map<string, ListedJob>();
  let leftOut = missing;
  for (const entry of entries) {
    const job = glanceAt(entry);
    if (job?.jobKey === undefined) leftOut += 1;
    else if (!byKey.has(job.jobKey) || job.isSubmission) byKey.set(job.jobKey, job);
  }
  if (byKey.size <= MAX_KEPT_JOBS) return { kept: byKey, leftOut };
  const rank = ({ isUnfinished, startMs }: ListedJob): number => (isUnfinished ? 8e15 : 0) + startMs;
  const newest = [...byKey].toSorted(([, one], [, other]) => rank(other) - rank(one)).slice(0, MAX_KEPT_JOBS);
  return { kept: new Map(newest), leftOut: leftOut + byKey.size - newest.length };
};

const gpusOf = ({ isUnfinished, driver }: ListedJob, jobKey: string, held: HeldGpus | undefined): number | null => {
  if (!held || !isUnfinished) return null;
  return (held.bySubmission.get(jobKey) ?? 0) + (driver ? (held.byDriver.get(driver) ?? 0) : 0);
};
