import { randomUUID } from "node:crypto";
import { type ColumnRun, MEAN_STATES, type ViewerHeader } from "@dailies/contract";
import { parquetWriteBuffer } from "hyparquet-writer";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createTemporal } from "../../../platform/temporal/temporal.ts";
import { aCaller, type Caller } from "../../../testing/builders/a-caller.ts";
import { aStorageProfile, mdsFiles, putMds } from "../../../testing/builders/a-test-bucket.ts";
import { captureLog } from "../../../testing/captured-log.ts";
import { runActivities, runWorker, type TestWorker } from "../../../testing/rigs/run-worker.ts";
import { runApp } from "../../../testing/rigs/start-app.ts";
import { useTestBucket } from "../../../testing/rigs/use-test-bucket.ts";
import { testConfig } from "../../../testing/test-database.ts";
import { listOperations } from "../../operation-log/index.ts";
import { type OpenedStorage, openStorage } from "../../storage/index.ts";
import { type OpenedViewer, openViewer } from "../open-viewer.ts";
import { verifyTaskQueue } from "../verify/verify-set.rules.ts";
import { measureBatch } from "./measure-batch.ts";
import { measureColumnActivities } from "./measure-column.activities.ts";
import { columnRunWorkflowId } from "./measure-column.rules.ts";

const SDV = "/api_v1/sdv";
const running = runApp();
const shelves = useTestBucket();
const config = testConfig();
const taskQueue = `test-sdv-${randomUUID()}`;
const temporal = createTemporal(config.temporal);
let workflows: TestWorker;
let activities: TestWorker;
let stores: OpenedStorage;
let viewer: OpenedViewer;
let ada: Caller;
let eve: Caller;
const clock = () => new Date();

beforeAll(async () => {
  const { db } = running.current;
  const { log } = captureLog();
  const shelf = shelves.current;
  const { s3: own, queries, secretKeys } = config;
  stores = openStorage({ db, clock, log, own, queries, storageOrigins: [], secretKeys });
  viewer = openViewer(stores.bucketReaders, config.viewer);
  workflows = await runWorker({ taskQueue, activities: {}, log });
  activities = await runActivities({
    taskQueue: verifyTaskQueue(taskQueue),
    activities: measureColumnActivities({ db, clock, sets: viewer.sets, batchMs: 1 }),
    log,
  });
  [ada, eve] = [await aCaller(running.current), await aCaller(running.current)];
  await aStorageProfile(db, { bucket: shelf.bucket, prefix: shelf.prefix });
});
afterAll(async () => {
  await activities?.stop();
  await workflows?.stop();
  await viewer?.close();
  await stores?.close();
  await temporal.close();
});

const open = async (name: string, caller = ada): Promise<ViewerHeader> => {
  const answer = await caller.get(`${SDV}/open?uri=${encodeURIComponent(shelves.current.uriOf(name))}`);
  expect([answer.status, answer.body.detail]).toEqual([200, undefined]);
  return answer.body as unknown as ViewerHeader;
};
interface Means {
  run: ColumnRun | null;
  means: (number | null)[];
  states: number[];
}
const meansOf = async (handle: string, column: string, caller = ada): Promise<Means> =>
  (await caller.get(`${SDV}/${handle}/means?column=${column}`)).body as unknown as Means;
const start = (handle: string, column: string, caller = ada) => caller.post(`${SDV}/${handle}/means`, { column });
const runOf = async (handle: string, column: string): Promise<string> => {
  const { db } = running.current;
  const row = await db
    .selectFrom("viewer_column_run as r")
    .innerJoin("viewer_handle as h", "h.uri", "r.uri")
    .select("r.id")
    .where("h.id", "=", handle)
    .where("r.column_name", "=", column)
    .where("r.finished_at", "is", null)
    .executeTakeFirst();
  return row?.id ?? "";
};
const measure = async (handle: string, column: string): Promise<Means> => {
  const { status, body } = await start(handle, column);
  expect([status, body.detail]).toEqual([200, undefined]);
  const runId = await runOf(handle, column);
  const client = await temporal.client();
  const args = [{ runId, requestId: "r" }];
  await client.workflow.execute("measureColumn", { taskQueue, workflowId: columnRunWorkflowId(runId), args });
  return meansOf(handle, column);
};
const stateNames = (states: readonly number[]) => states.map((state) => MEAN_STATES[state]);

describe("the means of a column", () => {
  it("are computed by the worker for every shard of a set, plain or compressed", async () => {
    for (const isCompressed of [false, true]) {
      const folder = `means-${isCompressed}/`;
      await putMds(shelves.current, folder, { samples: 60, isCompressed });
      const { handle, shards } = await open(`${folder}index.json`);
      expect(await meansOf(handle, "frames")).toEqual({ run: null, means: [], states: [] });
      const { run, means, states } = await measure(handle, "frames");
      expect(run).toMatchObject({ status: "Finished", shards_done: shards, shards_total: shards, error: null });
      const map = (await ada.get(`${SDV}/${handle}/shards`)).body as unknown as Record<string, number[]>;
      // The samples hold their own index as the number of frames.
      const expected = map.samples?.map((samples, shard) => (map.first_sample?.[shard] ?? 0) + (samples - 1) / 2);
      expect(means).toEqual(expected?.map((mean) => expect.closeTo(mean, 6)));
      expect(new Set(stateNames(states))).toEqual(new Set(["ok"]));
    }
  });

  it("are computed once for all users and recorded in the history", async () => {
    await putMds(shelves.current, "once/", { samples: 30 });
    const { handle } = await open("once/index.json");
    const theirs = await open("once/index.json", eve);
    const answers = await Promise.all([start(handle, "fps"), start(theirs.handle, "fps", eve), start(handle, "fps")]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    const { db } = running.current;
    const runs = await db.selectFrom("viewer_column_run").selectAll().where("column_name", "=", "fps").execute();
    expect(runs).toHaveLength(1);
    const { items } = await listOperations(db, `sdv_column:${runs[0]?.id}`, { limit: 5 });
    expect(items).toMatchObject([{ op_type: "Compute_column_means" }]);
    expect((await meansOf(theirs.handle, "fps", eve)).run).toMatchObject({ status: "Waiting" });
  });

  it("say which shards lack the column, hold no numbers or cannot be read", async () => {
    const shelf = shelves.current;
    const file = (name: string, rows: number, column: string, data: (number | null)[]) =>
      shelf.put(
        `mixed/${name}.parquet`,
        new Uint8Array(
          parquetWriteBuffer({
            columnData: [
              { name: "id", data: Array.from({ length: rows }, (_, at) => at), type: "INT32" },
              { name: column, data, type: "DOUBLE", nullable: true },
            ],
          }),
        ),
      );
    await file("a", 3, "score", [1, 2, 6]);
    await file("b", 2, "other", [1, 2]);
    await file("c", 2, "score", [null, null]);
    await shelf.put("mixed/d.parquet", "not a table");
    const { handle } = await open("mixed/");
    const { means, states } = await measure(handle, "score");
    expect(means).toEqual([3, null, null, null]);
    expect(stateNames(states)).toEqual(["ok", "no_column", "no_numbers", "no_numbers"]);
  });

  it("go on after a crash without counting a shard twice", async () => {
    await putMds(shelves.current, "crash/", { samples: 60 });
    const { handle, shards } = await open("crash/index.json");
    await start(handle, "frames");
    const id = await runOf(handle, "frames");
    const { db } = running.current;
    const deps = { db, clock, sets: viewer.sets, batchMs: 1 };
    expect(await measureBatch(deps, id, new AbortController().signal)).toBe("more");
    const { run } = await meansOf(handle, "frames");
    expect(run).toMatchObject({ status: "Running" });
    expect(run?.shards_done).toBeGreaterThan(0);
    while ((await measureBatch(deps, id, new AbortController().signal)) === "more");
    expect((await meansOf(handle, "frames")).run).toMatchObject({ status: "Finished", shards_done: shards });
  });

  it("fail with a reason when the set was overwritten, and can then be started again", async () => {
    const shelf = shelves.current;
    await putMds(shelf, "changed/", { samples: 20 });
    const { handle } = await open("changed/index.json");
    await start(handle, "frames");
    const runId = await runOf(handle, "frames");
    for await (const { name, bytes } of mdsFiles({ samples: 25 })) await shelf.put(`changed/${name}`, bytes);
    const client = await temporal.client();
    const args = [{ runId, requestId: "r" }];
    await client.workflow.execute("measureColumn", { taskQueue, workflowId: columnRunWorkflowId(runId), args });
    const { db } = running.current;
    const failed = await db.selectFrom("viewer_column_run").selectAll().where("id", "=", runId).executeTakeFirst();
    expect(failed).toMatchObject({ status: "Failed", error: expect.stringContaining("the dataset changed") });
    const again = await open("changed/index.json");
    expect((await measure(again.handle, "frames")).run).toMatchObject({ status: "Finished" });
  });

  it("are refused for a text, an unknown column and a foreign handle", async () => {
    await putMds(shelves.current, "refused/", { samples: 20 });
    const { handle } = await open("refused/index.json");
    expect(await start(handle, "caption")).toMatchObject({ status: 422, body: { code: "invalid" } });
    expect(await start(handle, "absent")).toMatchObject({ status: 404 });
    expect((await start(handle, "frames", eve)).status).toBe(404);
    expect((await eve.get(`${SDV}/${handle}/means?column=frames`)).status).toBe(404);
  });
});
