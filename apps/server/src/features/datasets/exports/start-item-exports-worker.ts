import { join } from "node:path";
import type { Log } from "../../../platform/observability/log.ts";
import { atActivityEdge } from "../../../platform/temporal/activity-edge.ts";
import {
  startTemporalWorker,
  type TemporalWorker,
  type TemporalWorkerOptions,
} from "../../../platform/temporal/temporal-worker.ts";
import type { DatasetsDeps } from "../datasets-deps.ts";
import type { ReplicaConfig } from "../items/open-items.ts";
import { openReplicas } from "../items/replica/open-replicas.ts";
import { exportItemsActivities } from "./export-items.activities.ts";
import { itemExportsTaskQueue } from "./export-items.rules.ts";

interface ItemExportsWorkerOptions extends Pick<DatasetsDeps, "db" | "clock" | "catalogue" | "itemTables" | "storage"> {
  readonly temporal: Pick<TemporalWorkerOptions, "address" | "namespace" | "taskQueue">;
  readonly buildId: string;
  readonly log: Log;
  readonly replica: ReplicaConfig;
}

/** Each reads a copy of its own and sends a file; more at once would only share the disk. */
const FILES_AT_ONCE = 2;

export const startItemExportsWorker = async ({
  temporal,
  buildId,
  log,
  replica,
  ...data
}: ItemExportsWorkerOptions): Promise<TemporalWorker> => {
  // Two processes that keep one shelf in order would take copies from each other.
  const limits = { folder: join(replica.folder, "worker"), limitBytes: replica.diskBytes };
  const replicas = openReplicas({
    ...data,
    ...limits,
    memoryBytes: replica.memoryBytes,
    threads: replica.threads,
    log,
  });
  const running = await startTemporalWorker({
    ...temporal,
    taskQueue: itemExportsTaskQueue(temporal.taskQueue),
    log,
    buildId,
    activitySlots: FILES_AT_ONCE,
    activities: atActivityEdge(exportItemsActivities({ ...data, replicas }), log),
  });
  return { ...running, finished: running.finished.finally(() => replicas.close()) };
};
