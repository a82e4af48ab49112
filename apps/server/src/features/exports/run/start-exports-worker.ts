import type { Log } from "../../../platform/observability/log.ts";
import { atActivityEdge } from "../../../platform/temporal/activity-edge.ts";
import {
  startTemporalWorker,
  type TemporalWorker,
  type TemporalWorkerOptions,
} from "../../../platform/temporal/temporal-worker.ts";
import type { RunExportDeps } from "./export-batch.ts";
import { runExportActivities } from "./run-export.activities.ts";
import { exportsTaskQueue } from "./run-export.rules.ts";

/** Each holds a part of a file, and a connection while it writes to a table outside. */
const BATCHES_AT_ONCE = 3;

interface ExportsWorkerOptions extends RunExportDeps {
  readonly temporal: Pick<TemporalWorkerOptions, "address" | "namespace" | "taskQueue">;
  readonly buildId: string;
  readonly log: Log;
}

export const startExportsWorker = ({
  temporal,
  buildId,
  log,
  ...deps
}: ExportsWorkerOptions): Promise<TemporalWorker> =>
  startTemporalWorker({
    ...temporal,
    taskQueue: exportsTaskQueue(temporal.taskQueue),
    log,
    buildId,
    activitySlots: BATCHES_AT_ONCE,
    activities: atActivityEdge(runExportActivities(deps), log),
  });
