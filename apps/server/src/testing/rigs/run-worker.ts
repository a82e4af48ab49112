import type { Log } from "../../platform/observability/log.ts";
import { installRuntime, startTemporalWorker, type TemporalWorker } from "../../platform/temporal/temporal-worker.ts";
import { freshWorkflowBundle } from "../../platform/temporal/workflow-bundle.ts";
import { testConfig } from "../test-database.ts";

export interface TestWorker {
  readonly worker: TemporalWorker;
  readonly stop: () => Promise<void>;
}

/** The real worker on a task queue of its own; one for each test file, since its runtime belongs to the process. */
export const runWorker = async (options: { taskQueue: string; activities: object; log: Log }): Promise<TestWorker> => {
  installRuntime(options.log);
  const workflowBundle = await freshWorkflowBundle();
  const worker = await startTemporalWorker({ ...testConfig().temporal, ...options, buildId: "test", workflowBundle });
  return {
    worker,
    stop: async () => {
      worker.shutdown();
      await worker.finished;
    },
  };
};
