import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { captureLog } from "../../testing/captured-log.ts";
import { eventually } from "../../testing/eventually.ts";
import { testConfig } from "../../testing/test-database.ts";
import { newId } from "../ids.ts";
import { startWorkers, type WorkerRow } from "./start-workers.ts";
import { createTemporal } from "./temporal.ts";
import { installRuntime } from "./temporal-worker.ts";
import { freshWorkflowBundle } from "./workflow-bundle.ts";

const { temporal: server } = testConfig();
const temporal = createTemporal(server);
const { log } = captureLog();
let workflowBundle: string;
beforeAll(async () => {
  installRuntime(log);
  workflowBundle = await freshWorkflowBundle();
});
afterAll(() => temporal.close());

interface Work {
  readonly events: string[];
  readonly released: Promise<void>;
}

const main: WorkerRow<Work> = {
  name: "main",
  taskQueue: (installation) => installation,
  slots: 1,
  runsWorkflows: true,
  open: () => ({ activities: {} }),
};
const files: WorkerRow<Work> = {
  name: "files",
  taskQueue: (installation) => `${installation}-item-exports`,
  slots: 1,
  open: ({ events, released }) => ({
    activities: {
      writeItemExport: async () => {
        events.push("activity began");
        await released;
        events.push("activity ended");
      },
    },
    close: async () => {
      events.push("row closed");
    },
  }),
};

const start = (table: readonly WorkerRow<Work>[], work: Work, taskQueue = `workers-${newId()}`) =>
  startWorkers(table, work, { ...server, taskQueue, log, buildId: "test", workflowBundle });

describe("the workers of a table", () => {
  it("run on their own task queues, finish what is in hand when they are shut down, and only then close", async () => {
    const taskQueue = `workers-${newId()}`;
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    const work: Work = { events: [], released };
    const workers = await start([main, files], work, taskQueue);
    await expect(workers.check()).resolves.toBeUndefined();

    const { workflow } = await temporal.client();
    const handle = await workflow.start("exportItemsToFile", { taskQueue, workflowId: taskQueue, args: [{}] });
    await eventually(() => (work.events.includes("activity began") ? true : undefined));
    workers.shutdown();
    await expect(workers.check()).rejects.toThrow(/^the worker "main" is /);
    expect(work.events).toEqual(["activity began"]);
    release();
    await workers.finished;
    expect(work.events).toEqual(["activity began", "activity ended", "row closed"]);
    await handle.terminate();
  });

  it("fail together when one of them does", async () => {
    const failing: WorkerRow<Work> = {
      ...files,
      open: (work) => ({ ...files.open(work), close: () => Promise.reject(new Error("cannot be closed")) }),
    };
    const workers = await start([main, failing], { events: [], released: Promise.resolve() });
    workers.shutdown();
    await expect(workers.finished).rejects.toThrow("cannot be closed");
  });
});
