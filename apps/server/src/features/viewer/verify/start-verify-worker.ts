import type { Log } from "../../../platform/observability/log.ts";
import { atActivityEdge } from "../../../platform/temporal/activity-edge.ts";
import {
  startTemporalWorker,
  type TemporalWorker,
  type TemporalWorkerOptions,
} from "../../../platform/temporal/temporal-worker.ts";
import type { VerifyDeps } from "./verify-batch.ts";
import { verifySetActivities } from "./verify-set.activities.ts";
import { verifyTaskQueue } from "./verify-set.rules.ts";

/** Each holds two shards. */
const BATCHES_AT_ONCE = 2;

interface VerifyWorkerOptions extends VerifyDeps {
  readonly temporal: Pick<TemporalWorkerOptions, "address" | "namespace" | "taskQueue">;
  readonly buildId: string;
  readonly log: Log;
}

export const startVerifyWorker = ({ temporal, buildId, log, ...deps }: VerifyWorkerOptions): Promise<TemporalWorker> =>
  startTemporalWorker({
    ...temporal,
    taskQueue: verifyTaskQueue(temporal.taskQueue),
    log,
    buildId,
    activitySlots: BATCHES_AT_ONCE,
    activities: atActivityEdge(verifySetActivities(deps), log),
  });
