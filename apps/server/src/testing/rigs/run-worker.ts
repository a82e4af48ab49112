import { afterAll, beforeAll } from "vitest";
import { newId } from "../../platform/ids.ts";
import type { Log } from "../../platform/observability/log.ts";
import { type Activities, atActivityEdge } from "../../platform/temporal/activity-edge.ts";
import { createTemporal, type Temporal } from "../../platform/temporal/temporal.ts";
import { installRuntime, startTemporalWorker, type TemporalWorker } from "../../platform/temporal/temporal-worker.ts";
import { freshWorkflowBundle } from "../../platform/temporal/workflow-bundle.ts";
import { captureLog } from "../captured-log.ts";
import { testConfig } from "../test-database.ts";

export interface TestWorker {
  readonly worker: TemporalWorker;
  readonly stop: () => Promise<void>;
}

/** The real worker on its own task queue; one per test file, because its runtime is per process. */
export const runWorker = async (options: { taskQueue: string; activities: object; log: Log }): Promise<TestWorker> => {
  installRuntime(options.log);
  const workflowBundle = await freshWorkflowBundle();
  return stoppable(
    await startTemporalWorker({ ...testConfig().temporal, ...options, buildId: "test", workflowBundle }),
  );
};

/** An additional worker that runs activities only, like each row of the worker table. */
export const runActivities = async ({
  activities,
  ...options
}: {
  taskQueue: string;
  activities: Activities;
  log: Log;
}): Promise<TestWorker> => {
  const guarded = atActivityEdge(activities, options.log);
  return stoppable(
    await startTemporalWorker({ ...testConfig().temporal, ...options, buildId: "test", activities: guarded }),
  );
};

const stoppable = (worker: TemporalWorker): TestWorker => ({
  worker,
  stop: async () => {
    worker.shutdown();
    await worker.finished;
  },
});

interface FeatureWorkers {
  /** Of the workflows. */
  readonly taskQueue: string;
  readonly temporal: Temporal;
}

/**
 * The worker of workflows and the one of a feature's activities, for the tests of one file. Call it at the top of the file,
 * after what the activities need.
 */
export const useFeatureWorkers = (
  queueOf: (taskQueue: string) => string,
  activitiesOf: () => Activities,
): FeatureWorkers => {
  const taskQueue = `test-${newId()}`;
  const temporal = createTemporal(testConfig().temporal);
  const started: TestWorker[] = [];
  beforeAll(async () => {
    const { log } = captureLog();
    started.push(await runWorker({ taskQueue, activities: {}, log }));
    started.push(await runActivities({ taskQueue: queueOf(taskQueue), activities: activitiesOf(), log }));
  });
  afterAll(async () => {
    for (const { stop } of started.toReversed()) await stop();
    await temporal.close();
  });
  return { taskQueue, temporal };
};
