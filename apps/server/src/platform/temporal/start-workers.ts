import type { Log } from "../observability/log.ts";
import { type Activities, atActivityEdge } from "./activity-edge.ts";
import type { TemporalOptions } from "./temporal.ts";
import { startTemporalWorker } from "./temporal-worker.ts";

/** One row of the table of workers. */
export interface WorkerRow<Context> {
  /** How the log and the health check call it. */
  readonly name: string;
  /** The task queue it polls, made from the installation's. */
  readonly taskQueue: (installation: string) => string;
  /** How many of its activities run at a time. */
  readonly slots: number;
  /** Only one row runs workflows; the others run activities only. */
  readonly runsWorkflows?: true;
  /** "debug" where there are too many activities for a line each. */
  readonly doneLevel?: "debug" | "info";
  readonly open: (context: Context) => OpenedWorker;
}

export interface OpenedWorker {
  readonly activities: Activities;
  /** Called once the last activity has ended. */
  readonly close?: () => Promise<void>;
}

export interface StartWorkersOptions extends TemporalOptions {
  /** Of the installation. */
  readonly taskQueue: string;
  readonly log: Log;
  readonly buildId: string;
  readonly workflowBundle: string;
}

export interface RunningWorkers {
  /** Throws when one of them does not run. */
  readonly check: () => Promise<void>;
  /** Lets running activities finish, then ends; `finished` settles after it. */
  readonly shutdown: () => void;
  /** Rejects when one of them dies of something it cannot recover from. */
  readonly finished: Promise<void>;
}

/** Starts the workers of a table one after the other; they are checked, drained and waited for together. */
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
