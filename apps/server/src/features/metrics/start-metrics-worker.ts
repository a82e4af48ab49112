import { atActivityEdge } from "../../platform/temporal/activity-edge.ts";
import {
  startTemporalWorker,
  type TemporalWorker,
  type TemporalWorkerOptions,
} from "../../platform/temporal/temporal-worker.ts";
import { openMeasureThreads } from "./measuring/measure-threads.ts";
import { prepareClipsActivities } from "./preparing/prepare-clips.activities.ts";
import { metricsTaskQueue } from "./preparing/prepare-clips.rules.ts";
import type { PrepareDeps } from "./preparing/prepare-deps.ts";

export interface MetricsWorkerOptions extends Omit<PrepareDeps, "threads"> {
  readonly temporal: Pick<TemporalWorkerOptions, "address" | "namespace" | "taskQueue">;
  readonly buildId: string;
}

/** Batches in hand: most of them fetch, store or wait for a judge, and the jail bounds those that measure. */
export const BATCHES_AT_ONCE = 8;

export const startMetricsWorker = async ({
  temporal,
  buildId,
  ...deps
}: MetricsWorkerOptions): Promise<TemporalWorker> => {
  const threads = openMeasureThreads();
  const running = await startTemporalWorker({
    ...temporal,
    taskQueue: metricsTaskQueue(temporal.taskQueue),
    log: deps.log,
    buildId,
    activitySlots: BATCHES_AT_ONCE,
    activities: atActivityEdge(prepareClipsActivities({ ...deps, threads }), deps.log),
  });
  return { ...running, finished: running.finished.finally(() => threads.close()) };
};
