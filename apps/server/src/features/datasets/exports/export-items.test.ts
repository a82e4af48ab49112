import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { newId } from "../../../platform/ids.ts";
import { createTemporal } from "../../../platform/temporal/temporal.ts";
import { aCaller, type Caller } from "../../../testing/builders/a-caller.ts";
import { anItemTable } from "../../../testing/builders/an-item-table.ts";
import { captureLog } from "../../../testing/captured-log.ts";
import { runDataRig } from "../../../testing/rigs/data-rig.ts";
import { runActivities, runWorker, type TestWorker } from "../../../testing/rigs/run-worker.ts";
import { runApp } from "../../../testing/rigs/start-app.ts";
import { testConfig } from "../../../testing/test-database.ts";
import { openReplicas } from "../items/replica/open-replicas.ts";
import type { Replicas } from "../items/replica/replica.ts";
import { exportItemsActivities } from "./export-items.activities.ts";
import { itemExportsTaskQueue, itemExportWorkflowId } from "./export-items.rules.ts";
import { findItemExport } from "./item-export.store.ts";

const running = runApp();
const rig = runDataRig(running);
const taskQueue = `test-item-exports-${newId()}`;
const temporal = createTemporal(testConfig().temporal);
let workflows: TestWorker;
let activities: TestWorker;
let replicas: Replicas;
let ada: Caller;
let datasetId = "";
let folder = "";

beforeAll(async () => {
  const { config, db } = running.current;
  const { log } = captureLog();
  folder = await mkdtemp(join(tmpdir(), "dailies-item-exports-"));
  ada = await aCaller(running.current);
  const { id: profileId } = await db.selectFrom("storage_profile").select("id").executeTakeFirstOrThrow();
  const items = Array.from({ length: 50 }, (_, n) => ({ seen: n, is_ok: true, caption: `clip ${n}` }));
  ({ datasetId } = await anItemTable(rig.current, { ownerId: ada.id, profileId, items }));
  workflows = await runWorker({ taskQueue, activities: {}, log });
  const { diskBytes, memoryBytes, threads } = config.replica;
  replicas = openReplicas({ ...rig.current.data, folder, limitBytes: diskBytes, memoryBytes, threads, log });
  activities = await runActivities({
    taskQueue: itemExportsTaskQueue(taskQueue),
    activities: exportItemsActivities({ ...rig.current.data, replicas }),
    log,
  });
});
afterAll(async () => {
  await activities?.stop();
  await replicas?.close();
  await workflows?.stop();
  await temporal.close();
  await rm(folder, { recursive: true });
});

const run = async (body: object) => {
  const answer = await ada.post(`/api_v1/dataset/${datasetId}/export`, {
    format: "jsonl",
    request_key: newId(),
    ...body,
  });
  const exportId = String(answer.body.id);
  return {
    exportId,
    finish: async () => {
      const client = await temporal.client();
      const how = { taskQueue, workflowId: itemExportWorkflowId(exportId), args: [{ exportId, requestId: "r" }] };
      await client.workflow.execute("exportItemsToFile", how);
      return findItemExport(running.current.db, exportId);
    },
  };
};

describe("writing a file of items", () => {
  it("ends with the file", async () => {
    const { finish } = await run({ where: "seen >= 20" });
    expect(await finish()).toMatchObject({ status: "Finished", rowsDone: 30, rowsTotal: 30, error: null });
  });

  it("fails with a reason when it cannot be written any more", async () => {
    const { exportId, finish } = await run({ columns: ["seen"] });
    const columns = JSON.stringify(["gone"]);
    await running.current.db.updateTable("dataset_export").set({ columns }).where("id", "=", exportId).execute();
    expect(await finish()).toMatchObject({ status: "Failed", error: '"gone" cannot be written to a file' });
  });
});
