import { atActivityEdge } from "../../../platform/temporal/activity-edge.ts";
import {
  startTemporalWorker,
  type TemporalWorker,
  type TemporalWorkerOptions,
} from "../../../platform/temporal/temporal-worker.ts";
import { checkDatasetsActivities } from "../health/check-datasets.activities.ts";
import { indexDatasetActivities } from "./index-dataset.activities.ts";
import { indexTaskQueue } from "./index-dataset.rules.ts";
import type { IndexingDeps } from "./indexing-deps.ts";

/** Each holds the rows of a part in memory. */
const PARTS_AT_ONCE = 3;

interface IndexingWorkerOptions extends IndexingDeps {
  readonly temporal: Pick<TemporalWorkerOptions, "address" | "namespace" | "taskQueue">;
  readonly buildId: string;
}

export const startIndexingWorker = ({ temporal, buildId, ...deps }: IndexingWorkerOptions): Promise<TemporalWorker> =>
  startTemporalWorker({
    ...temporal,
    taskQueue: indexTaskQueue(temporal.taskQueue),
    log: deps.log,
    buildId,
    activitySlots: PARTS_AT_ONCE,
    activities: atActivityEdge({ ...indexDatasetActivities(deps), ...checkDatasetsActivities(deps) }, deps.log),
  });
