import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { newId } from "../../../platform/ids.ts";
import { createTemporal } from "../../../platform/temporal/temporal.ts";
import { aBenchmark } from "../../../testing/builders/a-benchmark.ts";
import { aCaller, type Caller } from "../../../testing/builders/a-caller.ts";
import { anItemTable } from "../../../testing/builders/an-item-table.ts";
import { captureLog } from "../../../testing/captured-log.ts";
import { runDataRig } from "../../../testing/rigs/data-rig.ts";
import { runImportRig } from "../../../testing/rigs/row-import-rig.ts";
import { runActivities, runWorker, type TestWorker } from "../../../testing/rigs/run-worker.ts";
import { runApp } from "../../../testing/rigs/start-app.ts";
import { testConfig } from "../../../testing/test-database.ts";
import { rowImportActivities } from "./import-dataset-rows.activities.ts";
import { rowImportsTaskQueue, rowImportWorkflowId } from "./row-import.rules.ts";
import { findRowImport } from "./row-import.store.ts";

const running = runApp();
const rig = runDataRig(running);
let folder = "";
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "dailies-import-workflow-"));
});
afterAll(() => rm(folder, { recursive: true }));
const importing = runImportRig(running, rig, () => folder);

const taskQueue = `test-row-imports-${newId()}`;
const temporal = createTemporal(testConfig().temporal);
let workflows: TestWorker;
let activities: TestWorker;
let ada: Caller;
let datasetId = "";

beforeAll(async () => {
  const { log } = captureLog();
  ada = await aCaller(running.current, { permissions: ["USE_VERSION_1_0"] });
  const { id: profileId } = await running.current.db
    .selectFrom("storage_profile")
    .select("id")
    .executeTakeFirstOrThrow();
  const items = Array.from({ length: 6_000 }, (_, n) => ({ seen: n, is_ok: true, source: `prompt ${n}` }));
  ({ datasetId } = await anItemTable(rig.current, { ownerId: ada.id, profileId, items }));
  workflows = await runWorker({ taskQueue, activities: {}, log });
  activities = await runActivities({
    taskQueue: rowImportsTaskQueue(taskQueue),
    activities: rowImportActivities(importing.current),
    log,
  });
});
afterAll(async () => {
  await activities?.stop();
  await workflows?.stop();
  await temporal.close();
});

const run = async (caller: Caller, between: () => Promise<unknown> = async () => undefined) => {
  const benchmark = await aBenchmark(caller, { prompts: [] });
  const mapping = { inputs: { prompt: { from: "column", column: "source" } } };
  const body = { dataset_id: datasetId, seed: 3, count: 5_000, where: "seen < 5500", mapping, request_key: newId() };
  const importId = String((await benchmark.post("import_dataset_rows", body)).body.id);
  await between();
  const client = await temporal.client();
  const how = { taskQueue, workflowId: rowImportWorkflowId(importId), args: [{ importId, requestId: "r" }] };
  await client.workflow.execute("importDatasetRows", how);
  return {
    job: await findRowImport(running.current.db, importId),
    rows: (await ada.get(benchmark.path("rows"))).body.total,
  };
};

describe("the workflow of an import", () => {
  it("ends with all rows, as many as an import may have", async () => {
    const { job, rows } = await run(ada);
    expect(job).toMatchObject({ status: "Finished", itemsDone: 5_000, itemsTotal: 5_000, rowsAdded: 5_000 });
    expect(rows).toBe(5_000);
  });

  it("fails with the reason when the person lost the right to import meanwhile", async () => {
    const { db } = running.current;
    const bo = await aCaller(running.current, { permissions: ["USE_VERSION_1_0"] });
    const { job, rows } = await run(bo, () =>
      db.deleteFrom("console_user_permission").where("user_id", "=", bo.id).execute(),
    );
    expect(job).toMatchObject({ status: "Failed", error: `${bo.username} may no longer import rows from datasets` });
    expect(rows).toBe(0);
  });
});
