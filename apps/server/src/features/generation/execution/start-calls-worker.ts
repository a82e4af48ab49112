import { atActivityEdge } from "../../../platform/temporal/activity-edge.ts";
import {
  startTemporalWorker,
  type TemporalWorker,
  type TemporalWorkerOptions,
} from "../../../platform/temporal/temporal-worker.ts";
import type { GenerationDeps } from "../runs/reconcile.ts";
import { callsTaskQueue } from "../workflows/generation-ids.rules.ts";
import { generationActivities } from "./generation.activities.ts";

export interface CallsWorkerOptions extends GenerationDeps {
  readonly server: Pick<TemporalWorkerOptions, "address" | "namespace" | "taskQueue">;
  readonly buildId: string;
}

/** Partitions and single calls: each waits for a provider or for storage most of its time. */
const ACTIVITIES_AT_ONCE = 200;

export const startCallsWorker = ({ server, buildId, ...deps }: CallsWorkerOptions): Promise<TemporalWorker> =>
  startTemporalWorker({
    ...server,
    taskQueue: callsTaskQueue(server.taskQueue),
    log: deps.log,
    buildId,
    activitySlots: ACTIVITIES_AT_ONCE,
    // Hundreds a second: each of them is worth a line only to somebody who is looking for something.
    activities: atActivityEdge(generationActivities(deps), deps.log, { doneLevel: "debug" }),
  });
