import { join } from "node:path";
import { atActivityEdge } from "../../../platform/activity-edge.ts";
import type { Log } from "../../../platform/log.ts";
import {
  startTemporalWorker,
  type TemporalWorker,
  type TemporalWorkerOptions,
} from "../../../platform/temporal-worker.ts";
import type { DatasetsDeps } from "../datasets-deps.ts";
import { openLenses } from "../items/lens/open-lenses.ts";
import type { LensConfig } from "../items/open-items.ts";
import { exportItemsActivities } from "./export-items.activities.ts";
import { itemExportsTaskQueue } from "./export-items.rules.ts";

interface ItemExportsWorkerOptions extends Pick<DatasetsDeps, "db" | "clock" | "catalogue" | "itemTables" | "storage"> {
  readonly temporal: Pick<TemporalWorkerOptions, "address" | "namespace" | "taskQueue">;
  readonly buildId: string;
  readonly log: Log;
  readonly lens: LensConfig;
}

/** Each reads a copy of its own and sends a file; more at once would only share the disk. */
const FILES_AT_ONCE = 2;

export const startItemExportsWorker = async ({
  temporal,
  buildId,
  log,
  lens,
  ...data
}: ItemExportsWorkerOptions): Promise<TemporalWorker> => {
  // Two processes that keep one shelf in order would take copies from each other.
  const limits = { folder: join(lens.folder, "worker"), limitBytes: lens.diskBytes };
  const lenses = openLenses({ ...data, ...limits, memoryBytes: lens.memoryBytes, threads: lens.threads, log });
  const running = await startTemporalWorker({
    ...temporal,
    taskQueue: itemExportsTaskQueue(temporal.taskQueue),
    log,
    buildId,
    activitySlots: FILES_AT_ONCE,
    activities: atActivityEdge(exportItemsActivities({ ...data, lenses }), log),
  });
  return { ...running, finished: running.finished.finally(() => lenses.close()) };
};
