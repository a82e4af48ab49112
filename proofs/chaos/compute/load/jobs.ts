// Jobs that others submit to the clusters, as the poller sees them: they start, write a log and end, and some are drivers
// without a submission, whose ids begin anew with each session of a head.
import { setTimeout as sleep } from "node:timers/promises";
import { type Seeded, seeded } from "../../../seeded.ts";
import { auditJobs } from "../audit/jobs.ts";
import { watchEnds } from "../audit/watch-ends.ts";
import { CLUSTER_CANARY } from "../cluster/head-protocol.ts";
import type { Cluster } from "../world.ts";
import type { Load } from "./load.ts";
import { type Loss, lastLineOf, type ReportedJob, type StartedJob } from "./reported-jobs.ts";

const [PAUSE_MS, SPREAD_MS] = [600, 1_200];
const MAX_RUNNING = 6;

interface Submitter {
  readonly cluster: Cluster;
  readonly random: Seeded;
  readonly told: ReportedJob[];
  readonly isStopped: () => boolean;
}

const start = async ({ cluster, random, told }: Submitter, n: number): Promise<ReportedJob> => {
  const isDriver = random.below(5) === 0;
  const submissionId = isDriver ? null : `job-${cluster.head.name}-${n}`;
  const log = `begun\ntoken=${CLUSTER_CANARY} and ${cluster.head.token}\n`;
  const started = (await cluster.head.tell({ order: "start job", submissionId, log })) as StartedJob;
  const job: ReportedJob = { ...started, clusterId: cluster.id, isDriver, end: undefined };
  told.push(job);
  return job;
};

const end = async ({ cluster, random }: Submitter, job: ReportedJob): Promise<void> => {
  const status = random.pick(["SUCCEEDED", "SUCCEEDED", "FAILED", "STOPPED"] as const);
  const order = {
    order: "end job",
    key: job.key,
    startMs: job.startMs,
    status,
    log: `${lastLineOf(job.key)}\n`,
  } as const;
  const { endMs } = (await cluster.head.tell(order)) as { endMs: number | null };
  if (endMs !== null) job.end = { status, atMs: endMs };
};

/** A head that is down is left alone for a moment; what it did not acknowledge is not expected of it. */
const submit = async (submitter: Submitter): Promise<void> => {
  const running: ReportedJob[] = [];
  for (let n = 1; !submitter.isStopped(); n++) {
    try {
      const isFull = running.length >= MAX_RUNNING;
      if (isFull || (running.length > 0 && submitter.random.below(2) === 0)) {
        const [job] = running.splice(submitter.random.below(running.length), 1);
        if (job) await end(submitter, job);
      } else running.push(await start(submitter, n));
    } catch (error) {
      if (!(error instanceof TypeError || error instanceof DOMException)) throw error;
    }
    await sleep(PAUSE_MS + submitter.random.below(SPREAD_MS));
  }
};

export const jobsLoad: Load = {
  start: async (world, random, report) => {
    const told: ReportedJob[] = [];
    const losses: Loss[] = [];
    let isStopped = false;
    const submitting = Promise.all(
      world.clusters.map((cluster) =>
        submit({ cluster, random: seeded(random.below(2 ** 31)), told, isStopped: () => isStopped }),
      ),
    );
    submitting.catch((error: unknown) => report(`a submitter stopped: ${String(error)}`));
    const watch = watchEnds(world.db, report);
    return {
      beforeLoss: async (clusterId) => {
        const cluster = world.clusters.find(({ id }) => id === clusterId);
        if (!cluster) throw new Error(`there is no cluster ${clusterId}`);
        const { sessionName } = await cluster.head.describe();
        const { jobs_at: jobsAt } = await world.db
          .selectFrom("cluster_state")
          .select("jobs_at")
          .where("cluster_id", "=", clusterId)
          .executeTakeFirstOrThrow();
        losses.push({ clusterId, sessionName, jobsAt });
      },
      unhealed: async () => [],
      stop: async () => {
        isStopped = true;
        await submitting;
        await watch.stop();
      },
      audit: () => auditJobs(world, told, losses),
      counts: () => ({
        jobs: told.length,
        "jobs told to end": told.filter((job) => job.end).length,
        "ends seen": watch.seen(),
      }),
    };
  },
};
