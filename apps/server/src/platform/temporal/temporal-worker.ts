import type { LogLevel, LogMetadata } from "@temporalio/common";
import { NativeConnection, Runtime, Worker } from "@temporalio/worker";
import type { Log } from "../observability/log.ts";
import type { TemporalOptions } from "./temporal.ts";

export interface TemporalWorkerOptions extends TemporalOptions {
  readonly log: Log;
  readonly buildId: string;
  /** Without it the worker runs activities only. */
  readonly workflowBundle?: string;
  readonly activities: object;
  readonly taskQueue: string;
  readonly activitySlots?: number;
}

export interface TemporalWorker {
  readonly worker: Worker;
  /** Drains: lets running activities finish; `finished` settles afterwards. */
  readonly shutdown: () => void;
  /** Rejects when the worker fails fatally. */
  readonly finished: Promise<void>;
}

const LEVELS = { TRACE: "debug", DEBUG: "debug", INFO: "debug", WARN: "warn", ERROR: "error" } as const;

/** Once per process, before any other use of the SDK: routes its log lines to our log, from warnings up. */
export const installRuntime = (log: Log): void => {
  const write = (level: LogLevel, message: string, meta: LogMetadata = {}): void => {
    const { error, workflowId, activityType, attempt } = meta;
    log[LEVELS[level]]({ err: error, workflowId, activityType, attempt }, `temporal: ${message}`);
  };
  Runtime.install({
    logger: {
      log: write,
      trace: (message, meta) => write("TRACE", message, meta),
      debug: (message, meta) => write("DEBUG", message, meta),
      info: (message, meta) => write("INFO", message, meta),
      warn: (message, meta) => write("WARN", message, meta),
      error: (message, meta) => write("ERROR", message, meta),
    },
    telemetryOptions: { logging: { filter: { core: "WARN", other: "ERROR" }, forward: {} } },
    // The process controls the order of its shutdown itself.
    shutdownSignals: [],
  });
};

export const startTemporalWorker = async (options: TemporalWorkerOptions): Promise<TemporalWorker> => {
  const connection = await NativeConnection.connect({ address: options.address });
  const worker = await Worker.create({
    connection,
    namespace: options.namespace,
    taskQueue: options.taskQueue,
    ...(options.workflowBundle === undefined ? {} : { workflowBundle: { codePath: options.workflowBundle } }),
    activities: options.activities,
    maxConcurrentActivityTaskExecutions: options.activitySlots ?? 50,
    maxCachedWorkflows: 500,
    shutdownGraceTime: "10s",
    shutdownForceTime: "15s",
    workerDeploymentOptions: {
      version: { deploymentName: "dailies", buildId: options.buildId },
      useWorkerVersioning: false,
    },
  });
  const finished = worker.run().finally(() => connection.close());
  return {
    worker,
    shutdown: () => {
      if (worker.getState() === "RUNNING") worker.shutdown();
    },
    finished,
  };
};
