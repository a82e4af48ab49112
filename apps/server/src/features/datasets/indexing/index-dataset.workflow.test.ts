import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, it } from "vitest";
import { newId } from "../../../platform/ids.ts";
import { createTemporal } from "../../../platform/temporal/temporal.ts";
import { aCaller, type Caller } from "../../../testing/builders/a-caller.ts";
import { putMdsSet } from "../../../testing/builders/a-stored-set.ts";
import { runDataRig } from "../../../testing/rigs/data-rig.ts";
import { runActivities, runWorker, type TestWorker } from "../../../testing/rigs/run-worker.ts";
import { runApp } from "../../../testing/rigs/start-app.ts";
import { checkDatasetsActivities } from "../health/check-datasets.activities.ts";
import { findLivingRun } from "../index-run.store.ts";
import { indexDatasetActivities } from "./index-dataset.activities.ts";
import { indexTaskQueue, indexWorkflowId } from "./index-dataset.rules.ts";

const running = runApp();
const rig = runDataRig(running);
const taskQueue = `test-index-${randomUUID()}`;
let workflows: TestWorker;
let activities: TestWorker;
let owner: Caller;
let temporal: ReturnType<typeof createTemporal>;

beforeAll(async () => {
  const { config } = running.current;
  temporal = createTemporal(config.temporal);
  workflows = await runWorker({ taskQueue, activities: {}, log: rig.current.log });
  const deps = { ...rig.current, clock: () => new Date(), readsMedia: false };
  activities = await runActivities({
    taskQueue: indexTaskQueue(taskQueue),
    activities: { ...indexDatasetActivities(deps), ...checkDatasetsActivities(deps) },
    log: rig.current.log,
  });
  owner = await aCaller(running.current);
});
afterAll(async () => {
  await activities?.stop();
  await workflows?.stop();
  await temporal?.close();
});

const register = async (path: string): Promise<string> => {
  const body = { uri: rig.current.uriOf(path), name: `set ${newId()}`, kind: "MDS", request_key: newId() };
  return String((await owner.post("/api_v1/dataset/create", body)).body.id);
};
const run = async (id: string): Promise<string> => {
  const runId = (await findLivingRun(running.current.db, id))?.id ?? "";
  const workflowId = indexWorkflowId(runId);
  const client = await temporal.client();
  await client.workflow.execute("indexDataset", { taskQueue, workflowId, args: [{ runId, requestId: "r" }] });
  return workflowId;
};
const detail = async (id: string) => (await owner.get(`/api_v1/dataset/${id}/detail`)).body;

it("the index workflow reads, indexes, verifies and publishes a version", async () => {
  await putMdsSet(rig.current.storage, `${rig.current.folder}whole/`, { samples: 50, sizeLimitBytes: 2_000 });
  const id = await register("whole/");
  await run(id);
  expect(await detail(id)).toMatchObject({ status: "Ready", version: 1, items: 50, run: { status: "Finished" } });
});

it("the index workflow fails with a reason when the set cannot be read", async () => {
  const { storage, folder } = rig.current;
  await storage.putObject(`${folder}torn/index.json`, Buffer.from('{"version":2,"shards":[{'), { contentType: "a/b" });
  const id = await register("torn/");
  await run(id);
  expect(await detail(id)).toMatchObject({
    status: "Failed",
    version: null,
    run: { status: "Failed", error: expect.any(String) },
  });
});

it("the health workflow checks every dataset that has a version", async () => {
  await putMdsSet(rig.current.storage, `${rig.current.folder}looked/`, { samples: 5 });
  const id = await register("looked/");
  await run(id);
  await running.current.db.updateTable("dataset").set({ health: "unknown", health_checked_at: null }).execute();
  const client = await temporal.client();
  await client.workflow.execute("checkDatasets", { taskQueue, workflowId: `check-${taskQueue}`, args: [] });
  expect(await detail(id)).toMatchObject({ health: { state: "ok", checked_at: expect.any(String) } });
});
