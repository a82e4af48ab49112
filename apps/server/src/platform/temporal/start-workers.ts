import type { Log } from "../observability/log.ts";
import { type Activities, atActivityEdge } from "./activity-edge.ts";
import type { TemporalOptions } from "./temporal.ts";
import { startTemporalWorker } from "./temporal-worker.ts";

export interface WorkerRow<Context> {
  /** The name in logs and health checks. */
  readonly name: string;
  /** The task queue it polls, derived from the installation's. */
  readonly taskQueue: (installation: string) => string;
  readonly slots: number;
  /** Only one row runs workflows; the others run activities only. */
  readonly runsWorkflows?: true;
  /** "debug" where one line per activity would be too many. */
  readonly doneLevel?: "debug" | "info";
  readonly open: (context: Context) => OpenedWorker;
}

export interface OpenedWorker {
  readonly activities: Activities;
  /** Called after the last activity has ended. */
  readonly close?: () => Promise<void>;
}

export interface StartWorkersOptions extends TemporalOptions {
  /** The installation's task queue. */
  readonly taskQueue: string;
  readonly log: Log;
  readonly buildId: string;
  readonly workflowBundle: string;
}

export interface RunningWorkers {
  /** Throws when one of the workers is not running. */
  readonly check: () => Promise<void>;
  /** Drains: lets running activities finish; `finished` settles afterwards. */
  readonly shutdown: () => void;
  /** Rejects when a worker fails fatally. */
  readonly finished: Promise<void>;
}

/** Starts the workers of a table one by one; they are checked, drained and awaited together. */
export const startWorkers = async <Context>(
  table: readonly WorkerRow<Context>[],
  context: Context,
  { taskQueue, workflowBundle, log, ...server }: StartWorkersOptions,
): Promise<RunningWorkers> => {
  const started: (Awaited<ReturnType<typeof startTemporalWorker>> & { readonly name: string })[] = [];
  for (const row of table) {
    const { activities, close } = row.open(context);
    const worker = await startTemporalWorker({
      ...server,
      log,
      taskQueue: row.taskQueue(taskQueue),
      activitySlots: row.slots,
      activities: atActivityEdge(activities, log, { doneLevel: row.doneLevel ?? "info" }),
      ...(row.runsWorkflows && { workflowBundle }),
    });
    started.push({ ...worker, name: row.name, finished: worker.finished.finally(close) });
  }
  return {
    check: async () => {
      for (const { name, worker } of started) {
        const state = worker.getState();
        if (state !== "RUNNING") throw new Error(`the worker "${name}" is ${state}`);
      }
    },
    shutdown: () => {
      for (const { shutdown } of started) shutdown();
    },
    finished: Promise.all(started.map(({ finished }) => finished)).then(() => undefined),
  };
};
