import { availableParallelism } from "node:os";
import type { Log } from "../../../platform/observability/log.ts";
import { createMediaJail, type MediaJail } from "../../../platform/sandbox/media-jail.ts";
import { atActivityEdge } from "../../../platform/temporal/activity-edge.ts";
import {
  startTemporalWorker,
  type TemporalWorker,
  type TemporalWorkerOptions,
} from "../../../platform/temporal/temporal-worker.ts";
import { prepareScratch } from "../media/media-scratch.ts";
import { type IngestAssetDeps, ingestAssetActivities } from "./ingest-asset.activities.ts";
import { mediaTaskQueue } from "./ingest-asset.rules.ts";

export interface MediaWorkerOptions extends Omit<IngestAssetDeps, "jail"> {
  readonly temporal: Pick<TemporalWorkerOptions, "address" | "namespace" | "taskQueue">;
  readonly buildId: string;
  readonly log: Log;
  readonly bwrapPath?: string;
  /** How many files others may bring beside our own. */
  readonly othersWaiting?: number;
}

export interface MediaWorker extends TemporalWorker {
  /** Shared with whoever else looks at files in this process: the cores are. */
  readonly jail: MediaJail;
  /** Throws while files cannot be checked here. They then wait in quarantine. */
  readonly checkJail: () => Promise<void>;
}

/** Fetching waits for storage, so more files are in hand than are looked at. */
const FILES_AT_ONCE = 4;
/** A program in the jail uses two cores. */
const programsAtOnce = (): number => Math.max(1, Math.floor(availableParallelism() / 2));

export const startMediaWorker = async ({
  temporal,
  buildId,
  log,
  bwrapPath,
  othersWaiting = 0,
  ...deps
}: MediaWorkerOptions): Promise<MediaWorker> => {
  const { removed, readablePath } = await prepareScratch(deps.scratchRoot);
  if (removed > 0) log.warn({ removed }, "removed what an earlier worker left behind");
  const jail = createMediaJail({
    running: programsAtOnce(),
    waiting: FILES_AT_ONCE + othersWaiting,
    readablePath,
    ...(bwrapPath === undefined ? {} : { bwrapPath }),
  });
  await jail.check().catch((error) => log.error({ err: error }, "media cannot be checked: uploads stay in quarantine"));
  const running = await startTemporalWorker({
    ...temporal,
    taskQueue: mediaTaskQueue(temporal.taskQueue),
    log,
    buildId,
    activitySlots: FILES_AT_ONCE,
    activities: atActivityEdge(ingestAssetActivities({ ...deps, jail }), log),
  });
  return { ...running, jail, checkJail: jail.check };
};
