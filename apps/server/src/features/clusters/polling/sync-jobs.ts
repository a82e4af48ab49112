import type { Db } from "../../../platform/db/database.ts";
import type { ReadList } from "../../../platform/ray/ray-request.ts";
import type { JobDetails } from "../../../platform/ray/ray-schemas.ts";
import { removeOldest } from "../jobs/job.store.ts";
import { fingerprintOf, isUnfinished, type KeptJob, keyOfJob, toKeptJob } from "../jobs/job-record.rules.ts";
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
}

export interface JobList {
  readonly list: ReadList<JobDetails>;
  /** Undefined when it was not asked, or could not be read. */
  readonly gpus: HeldGpus | undefined;
  readonly secrets: readonly string[];
  readonly at: Date;
}

/** Compares the list of a cluster with what is kept, and writes the difference. Returns how many jobs were left out. */
export const syncJobs = async (db: Db, clusterId: string, memory: ClusterMemory, jobs: JobList): Promise<number> => {
  memory.fingerprints ??= await loadFingerprints(db, clusterId);
  const known = memory.fingerprints;
  const { kept, leftOut } = newestJobs(jobs.list);
  const changed: KeptJob[] = [];
  const current = new Map<string, string>();
  for (const [jobKey, details] of kept) {
    const gpus = gpusOf(details, jobKey, jobs.gpus);
    const fingerprint = fingerprintOf(details, gpus);
    current.set(jobKey, fingerprint);
    if (known.get(jobKey) !== fingerprint) {
      changed.push(toKeptJob(details, { jobKey, gpus, fingerprint, secrets: jobs.secrets }));
    }
  }
  await setAsideEarlierRuns(db, clusterId, changed, jobs.at);
  await upsertJobs(db, clusterId, changed, { at: jobs.at, logsSince: new Date(jobs.at.getTime() - LOGS_OF_LAST_MS) });
  // A job that is missing in a list that was cut, or could not be read whole, may still exist.
  const gone = leftOut === 0 ? [...known.keys()].filter((jobKey) => !current.has(jobKey)) : [];
  await markGone(db, clusterId, gone, jobs.at);
  if (changed.some(({ jobKey }) => !known.has(jobKey))) {
    await removeOldest(db, clusterId, { jobs: MAX_KEPT_JOBS, logs: MAX_KEPT_LOGS });
  }
  memory.fingerprints = current;
  return leftOut;
};

/** Each job once; when there are too many, the ones that have not ended and then the newest. */
const newestJobs = ({ items, unreadable }: ReadList<JobDetails>) => {
  const byKey = new Map<string, JobDetails>();
  let nameless = 0;
  for (const details of items) {
    const jobKey = keyOfJob(details);
    if (jobKey === undefined) nameless += 1;
    else if (!byKey.has(jobKey) || details.type === "SUBMISSION") byKey.set(jobKey, details);
  }
  if (byKey.size <= MAX_KEPT_JOBS) return { kept: byKey, leftOut: unreadable + nameless };
  const rank = ({ status, start_time }: JobDetails): number => (isUnfinished(status) ? 8e15 : 0) + (start_time ?? 0);
  const newest = [...byKey].toSorted(([, one], [, other]) => rank(other) - rank(one)).slice(0, MAX_KEPT_JOBS);
  return { kept: new Map(newest), leftOut: unreadable + nameless + byKey.size - newest.length };
};

const gpusOf = (details: JobDetails, jobKey: string, held: HeldGpus | undefined): number | null => {
  if (!held || !isUnfinished(details.status)) return null;
  const driver = details.job_id ?? details.driver_info?.id;
  return (held.bySubmission.get(jobKey) ?? 0) + (driver ? (held.byDriver.get(driver) ?? 0) : 0);
};
