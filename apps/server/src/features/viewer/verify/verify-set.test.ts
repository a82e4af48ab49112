import { randomUUID } from "node:crypto";
import type { VerifyRun, ViewerHeader } from "@dailies/contract";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createTemporal } from "../../../platform/temporal/temporal.ts";
import { aCaller, type Caller } from "../../../testing/builders/a-caller.ts";
import { aStorageProfile, putMds, type TestBucket } from "../../../testing/builders/a-test-bucket.ts";
import { captureLog } from "../../../testing/captured-log.ts";
import { runActivities, runWorker, type TestWorker } from "../../../testing/rigs/run-worker.ts";
import { runApp } from "../../../testing/rigs/start-app.ts";
import { useTestBucket } from "../../../testing/rigs/use-test-bucket.ts";
import { testConfig } from "../../../testing/test-database.ts";
import { listOperations } from "../../operation-log/index.ts";
import { type OpenedStorage, openStorage } from "../../storage/index.ts";
import { type OpenedViewer, openViewer } from "../open-viewer.ts";
import { verifyBatch } from "./verify-batch.ts";
import { verifySetActivities } from "./verify-set.activities.ts";
import { verificationWorkflowId, verifyTaskQueue } from "./verify-set.rules.ts";

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
    activities: verifySetActivities({ db, clock, sets: viewer.sets, batchMs: 1 }),
    log,
  });
  ada = await aCaller(running.current);
  await aStorageProfile(db, { bucket: shelf.bucket, prefix: shelf.prefix });
});
afterAll(async () => {
  await activities?.stop();
  await workflows?.stop();
  await viewer?.close();
  await stores?.close();
  await temporal.close();
});

const open = async (name: string): Promise<ViewerHeader> => {
  const answer = await ada.get(`${SDV}/open?uri=${encodeURIComponent(shelves.current.uriOf(name))}`);
  expect([answer.status, answer.body.detail]).toEqual([200, undefined]);
  return answer.body as unknown as ViewerHeader;
};
const begin = async (handle: string, input: object = {}): Promise<VerifyRun> => {
  const { status, body } = await ada.post(`${SDV}/${handle}/verify`, { request_key: randomUUID(), ...input });
  expect([status, body.detail]).toEqual([200, undefined]);
  return body as unknown as VerifyRun;
};
const show = async (id: string): Promise<VerifyRun> =>
  (await ada.get(`${SDV}/verification/${id}`)).body as unknown as VerifyRun;
const run = async (id: string): Promise<VerifyRun> => {
  const client = await temporal.client();
  const args = [{ verificationId: id, requestId: "r" }];
  await client.workflow.execute("verifySet", { taskQueue, workflowId: verificationWorkflowId(id), args });
  return show(id);
};
const readAll = async ({ storage, prefix }: TestBucket, name: string): Promise<Buffer> =>
  Buffer.concat(await (await storage.getObject(prefix + name)).toArray());

describe("a verification", () => {
  it.each([
    ["plain", false],
    ["packed", true],
  ])("of a %s set that is whole finds nothing and reads every byte once", async (name, isCompressed) => {
    await putMds(shelves.current, `${name}/`, { samples: 60, isCompressed });
    const { handle, shards, stored_bytes } = await open(`${name}/index.json`);
    const begun = await begin(handle);
    expect(begun).toMatchObject({ status: "Waiting", shards_done: 0, shards_total: shards, handle });
    const done = await run(begun.id);
    expect(done).toMatchObject({ status: "Finished", shards_done: shards, faults_total: 0, faults: [], error: null });
    expect(done.bytes_read).toBe(stored_bytes);
    const { states } = (await ada.get(`${SDV}/${handle}/shards`)).body as unknown as { states: number[] };
    expect(new Set(states)).toEqual(new Set([1]));
  });

  it("finds what is missing, cut, changed and broken, and names the last good sample", async () => {
    const shelf = shelves.current;
    await putMds(shelf, "bad/", { samples: 100 });
    const first = await readAll(shelf, "bad/shard.00000.mds");
    const flipped = Buffer.from(first);
    flipped[flipped.length - 10] = (flipped[flipped.length - 10] ?? 0) ^ 1;
    await shelf.put("bad/shard.00000.mds", flipped);
    const second = await readAll(shelf, "bad/shard.00001.mds");
    await shelf.put("bad/shard.00001.mds", second.subarray(0, second.length - 1_500));
    await shelf.storage.deleteObjects([`${shelf.prefix}bad/shard.00002.mds`]);
    const fourth = await readAll(shelf, "bad/shard.00003.mds");
    const at = fourth.readUInt32LE(4 * 3);
    // The caption of its third sample is no longer UTF-8.
    fourth[at + 8] = 0xff;
    await shelf.put("bad/shard.00003.mds", fourth);
    const { handle, shards } = await open("bad/index.json");
    const done = await run((await begin(handle)).id);
    const { first_sample: starts, samples } = (await ada.get(`${SDV}/${handle}/shards`)).body as unknown as Record<
      string,
      number[]
    >;
    const start = (shard: number): number => starts?.[shard] ?? Number.NaN;
    const cutAt = start(1) + (samples?.[1] ?? 0) - 2;
    expect(done).toMatchObject({ status: "Finished", shards_done: shards });
    const kindsOf = (shard: number) => done.faults.filter((fault) => fault.shard === shard).map(({ kind }) => kind);
    expect(kindsOf(0)).toEqual(["hash", "hash"]);
    expect(kindsOf(2)).toEqual(["missing"]);
    expect(kindsOf(3)).toEqual(["hash", "hash", "decode"]);
    expect(kindsOf(1)).toEqual(["size", "offsets"]);
    expect(done.faults.find(({ shard, kind }) => shard === 1 && kind === "offsets")).toMatchObject({
      sample: cutAt,
      last_good_sample: cutAt - 1,
      message: expect.stringContaining("but the file ends at"),
    });
    expect(done.faults.find(({ shard, kind }) => shard === 3 && kind === "decode")).toMatchObject({
      sample: start(3) + 2,
      last_good_sample: start(3) + 1,
      message: expect.stringContaining("column caption"),
    });
    const { states } = (await ada.get(`${SDV}/${handle}/shards`)).body as unknown as { states: number[] };
    expect(states.slice(0, 5)).toEqual([2, 4, 3, 2, 1]);
    expect((await ada.get(`${SDV}/${handle}/shard/1`)).body).toMatchObject({ state: "truncated" });
    const again = await run((await begin(handle, { shards: [4, 4], decodes_samples: false })).id);
    expect(again).toMatchObject({ status: "Finished", shards_total: 1, faults_total: 0 });
    const { items, total } = (await ada.get(`${SDV}/${handle}/verifications`)).body as unknown as {
      items: VerifyRun[];
      total: number;
    };
    expect([items.map(({ id }) => id), total]).toEqual([[again.id, done.id], 2]);
  });

  it("begins once for each form, with its line in the history", async () => {
    await putMds(shelves.current, "once/", { samples: 5 });
    const { handle } = await open("once/index.json");
    const input = { request_key: randomUUID() };
    const made = await begin(handle, input);
    expect((await begin(handle, input)).id).toBe(made.id);
    const { items } = await listOperations(running.current.db, `sdv_verification:${made.id}`, { limit: 5 });
    expect(items).toMatchObject([{ op_type: "Verify_shards" }]);
    expect((await ada.post(`${SDV}/${handle}/verify`, { request_key: randomUUID(), shards: [99] })).status).toBe(422);
  });

  it("stops when its owner says so, keeps what it found, and is nobody else's to stop", async () => {
    await putMds(shelves.current, "stopped/", { samples: 200 });
    const { handle } = await open("stopped/index.json");
    const { id } = await begin(handle);
    const deps = { db: running.current.db, clock, sets: viewer.sets, batchMs: 0 };
    expect(await verifyBatch(deps, id, new AbortController().signal)).toBe("more");
    const eve = await aCaller(running.current);
    expect((await eve.get(`${SDV}/verification/${id}`)).body).toMatchObject({ status: "Running" });
    expect((await eve.post(`${SDV}/verification/${id}/cancel`, undefined)).status).toBe(403);
    const cancelled = await ada.post(`${SDV}/verification/${id}/cancel`, undefined);
    expect(cancelled.body).toMatchObject({ status: "Cancelled" });
    const done = (cancelled.body as unknown as VerifyRun).shards_done;
    expect(await run(id)).toMatchObject({ status: "Cancelled", shards_done: done });
    expect((await ada.post(`${SDV}/verification/${id}/cancel`, undefined)).status).toBe(200);
  });

  it("fails with a reason when the index has changed meanwhile", async () => {
    await putMds(shelves.current, "moved/", { samples: 20 });
    const { handle } = await open("moved/index.json");
    const { id } = await begin(handle);
    await putMds(shelves.current, "moved/", { samples: 30 });
    expect(await run(id)).toMatchObject({ status: "Failed", error: expect.stringContaining("changed after") });
    const { rows } = await sql<{
      n: number;
    }>`select count(*)::int as n from viewer_verified_shard where verification_id = ${id}`.execute(running.current.db);
    expect(rows).toEqual([{ n: 0 }]);
  });
});
