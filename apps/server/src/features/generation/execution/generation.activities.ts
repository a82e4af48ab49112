import { activityInfo } from "@temporalio/activity";
import { ApplicationFailure, ApplicationFailureCategory } from "@temporalio/common";
import { BoundedQueue } from "../../../platform/concurrency/bounded-queue.ts";
import { withHeartbeat } from "../../../platform/temporal/with-heartbeat.ts";
import { systemContext } from "../../../request-context.ts";
import { cancelJobs } from "../jobs/cancel-jobs.ts";
import { renewHolds } from "../jobs/job.store.ts";
import { closeRun } from "../runs/close-run.ts";
import { type Lane, planLanes } from "../runs/grid.rules.ts";
import { type GenerationDeps, reconcile } from "../runs/reconcile.ts";
import { getRunLimits, listJobsOfPartition, listOpenPartitions } from "../runs/run.store.ts";
import { tellProviders } from "./cancel-at-providers.ts";
import { HOLD_S, performJob } from "./perform-job.ts";
import { performJobs, STEPS_AT_ONCE } from "./perform-jobs.ts";

export interface JobRef {
  readonly jobId: string;
  readonly requestId: string;
}

export interface OfRun {
  readonly taskId: string;
  readonly run: number;
}

export interface OfPartition extends OfRun {
  readonly partition: number;
  /** Maximum number of concurrent jobs. */
  readonly atOnce: number;
  readonly requestId: string;
}

const HEARTBEAT_MS = 3_000;

export const generationActivities = (deps: GenerationDeps) => {
  const steps = new BoundedQueue({ running: STEPS_AT_ONCE, waiting: Number.POSITIVE_INFINITY });
  return {
    ...activitiesOfJobs(deps),
    ...activitiesOfRuns(deps),
    /** Returns when all jobs of the partition have ended. A restart continues with the unfinished ones. */
    async performPartition(partition: OfPartition): Promise<void> {
      const inProgress = new Set<string>();
      const inQueue = <T>(step: () => Promise<T>): Promise<T> => steps.run(step) ?? step();
      await whileHolding(deps, inProgress, async (signal) => {
        const jobIds = await listJobsOfPartition(deps.db, partition);
        await performJobs(deps, jobIds, { atOnce: partition.atOnce, jobsInProgress: { signal, inProgress, inQueue } });
      });
    },
  };
};

const activitiesOfJobs = (deps: GenerationDeps) => ({
  /** Returns when the job has ended; until then it fails with the delay for the next retry. */
  async performCall({ jobId }: JobRef): Promise<void> {
    const tries = activityInfo().attempt - 1;
    const result = await whileHolding(deps, [jobId], (signal) => performJob(deps, jobId, { tries, signal }));
    if (!result.isDone) throw notReady(result.againInMs);
  },

  async lookOnce({ jobId }: JobRef): Promise<void> {
    await whileHolding(deps, [jobId], (signal) => performJob(deps, jobId, { tries: 0, signal }));
  },

  async giveUpCall({ jobId, requestId }: JobRef): Promise<void> {
    const context = systemContext(requestId, deps.clock());
    await deps.db.transaction().execute((tx) => cancelJobs(tx, { jobIds: [jobId] }, context));
  },

  tellProviders: (): Promise<{ told: number; left: number }> =>
    whileHolding(deps, [], (signal) => tellProviders(deps, signal)),
});

const activitiesOfRuns = (deps: GenerationDeps) => ({
  async planRun({ taskId, run }: OfRun): Promise<Lane[]> {
    const open = Map.groupBy(await listOpenPartitions(deps.db, taskId, run), ({ performerId }) => performerId);
    if (open.size === 0) return [];
    const { taskConcurrency, performers } = await getRunLimits(deps.db, taskId, [...open.keys()]);
    const inputs = [...open].map(([performerId, partitions]) => ({
      performerId,
      concurrency: performers.get(performerId) ?? 1,
      partitions: partitions.map(({ partition }) => partition),
    }));
    return planLanes(inputs, taskConcurrency);
  },

  async closeRun({ taskId, run }: OfRun): Promise<void> {
    await closeRun(deps.db, deps.clock(), { taskId, run });
  },

  /** The workflow itself was cancelled: cancels its jobs, as a cancellation in the console does. */
  async giveUpRun({ taskId, run, requestId }: OfRun & { readonly requestId: string }): Promise<void> {
    const context = systemContext(`${requestId}/${run}`, deps.clock());
    await deps.db.transaction().execute((tx) => cancelJobs(tx, { taskId, run }, context));
    await closeRun(deps.db, deps.clock(), { taskId, run });
  },

  reconcile: (): Promise<void> => whileHolding(deps, [], () => reconcile(deps)),
});

export type GenerationActivities = ReturnType<typeof generationActivities>;

/** A benign failure: it is not logged, and the stack is dropped to keep the workflow history small. */
const notReady = (againInMs: number): ApplicationFailure => {
  const failure = ApplicationFailure.create({
    message: "not ready",
    type: "NotReady",
    nextRetryDelay: Math.max(1, Math.round(againInMs)),
    category: ApplicationFailureCategory.BENIGN,
  });
  failure.stack = "";
  return failure;
};

/** Sends heartbeats and renews the claims, which keeps other workers from claiming these jobs. */
const whileHolding = <T>(
  { db, log }: GenerationDeps,
  jobIds: Iterable<string>,
  act: (signal: AbortSignal) => Promise<T>,
): Promise<T> => {
  const renew = async (): Promise<void> => {
    const ids = [...jobIds];
    if (ids.length > 0) await renewHolds(db, ids, HOLD_S);
  };
  const onRenewFailed = (error: unknown): void => log.warn({ err: error }, "call lease could not be renewed");
  return withHeartbeat({ everyMs: HEARTBEAT_MS, lease: { renew, onRenewFailed } }, act);
};
