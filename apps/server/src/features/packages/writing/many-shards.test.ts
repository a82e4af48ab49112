import { expect, it } from "vitest";
import { newId } from "../../../platform/ids.ts";
import { createTemporal } from "../../../platform/temporal/temporal.ts";
import { captureLog } from "../../../testing/captured-log.ts";
import { runActivities, runWorker } from "../../../testing/rigs/run-worker.ts";
import { testConfig } from "../../../testing/test-database.ts";
import { packagesTaskQueue, packageWorkflowId } from "../package.rules.ts";

it("the workflow goes on in a new run when a package has more shards than one history should hold", async () => {
  const waiting = new Set(Array.from({ length: 450 }, (_, shard) => shard));
  const verified: number[] = [];
  let finished = 0;
  const taskQueue = `test-many-shards-${newId()}`;
  const activities = {
    planPackage: async () => "planned",
    listWaitingShards: async ({ limit }: { limit: number }) => [...waiting].slice(0, limit),
    writePackageShard: async ({ shard }: { shard: number }) => waiting.delete(shard),
    closePackage: async () => 10_060,
    verifyNewShards: async ({ from }: { from: number }) => {
      verified.push(from);
    },
    finishPackage: async () => {
      finished += 1;
    },
  };
  const { log } = captureLog();
  const temporal = createTemporal(testConfig().temporal);
  const workers = [
    await runWorker({ taskQueue, activities: {}, log }),
    await runActivities({ taskQueue: packagesTaskQueue(taskQueue), activities, log }),
  ];
  const { workflow } = await temporal.client();
  const input = { packageId: newId(), requestId: "r" };
  await workflow.execute("writePackage", { taskQueue, workflowId: packageWorkflowId(newId()), args: [input] });
  for (const worker of workers) await worker.stop();
  await temporal.close();
  expect([waiting.size, finished]).toEqual([0, 1]);
  expect(verified.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 403 }, (_, n) => n * 25));
}, 120_000);
