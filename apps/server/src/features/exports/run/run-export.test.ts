import { randomUUID } from "node:crypto";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openLark } from "../../../platform/lark/lark.ts";
import { createObjectStorage } from "../../../platform/s3/object-storage.ts";
import { createTemporal } from "../../../platform/temporal/temporal.ts";
import { aGrid } from "../../../testing/builders/a-grid.ts";
import { aUser } from "../../../testing/builders/a-user.ts";
import { aVideoPerformer } from "../../../testing/builders/a-video-performer.ts";
import { anExport, readExport } from "../../../testing/builders/an-export.ts";
import { captureLog } from "../../../testing/captured-log.ts";
import { LarkBase } from "../../../testing/outsiders/lark-base.ts";
import { type LarkServer, startLarkServer } from "../../../testing/outsiders/lark-server.ts";
import { runActivities, runWorker, type TestWorker } from "../../../testing/rigs/run-worker.ts";
import { testConfig, testDatabase } from "../../../testing/test-database.ts";
import { markCancelled, markResumed } from "../export.store.ts";
import { runExportActivities } from "./run-export.activities.ts";
import { exportsTaskQueue, exportWorkflowId } from "./run-export.rules.ts";
import { writeBatch } from "./write-batch.ts";

const database = testDatabase();
const config = testConfig();
const storage = createObjectStorage(config.s3);
const taskQueue = `test-exports-${randomUUID()}`;
const temporal = createTemporal(config.temporal);
const base = new LarkBase("Results");
let server: LarkServer;
let workflows: TestWorker;
let activities: TestWorker;
let userId: string;
let taskId: string;
const deps = () => ({
  db: database.current.db,
  storage,
  clock: () => new Date(),
  publicOrigin: "https://dailies.test",
  lark: openLark({ appId: server.appId, appSecret: server.appSecret, baseUrl: server.url, retryMs: 1 }),
});

beforeAll(async () => {
  const { db } = database.current;
  const { log } = captureLog();
  server = await startLarkServer();
  server.bases.set("basRUN", base);
  workflows = await runWorker({ taskQueue, activities: {}, log });
  activities = await runActivities({
    taskQueue: exportsTaskQueue(taskQueue),
    activities: runExportActivities(deps()),
    log,
  });
  userId = (await aUser(db, { permissions: ["USE_VERSION_1_0"] })).id;
  ({ taskId } = await aGrid(db, {
    performerId: await aVideoPerformer(db, { endpoint: "http://performer.test" }),
    cells: 1_100,
  }));
});
afterAll(async () => {
  await activities?.stop();
  await workflows?.stop();
  await temporal.close();
  await storage.close();
  await server?.close();
});

const run = async (exportId: string): Promise<void> => {
  const { run: number } = await readExport(database.current.db, exportId);
  const input = { exportId, run: number, requestId: "r" };
  const client = await temporal.client();
  const workflowId = exportWorkflowId(exportId, number);
  await client.workflow.execute("runExport", { taskQueue, workflowId, args: [input] });
};
const begin = (target: Parameters<typeof anExport>[1]["target"]) =>
  anExport(database.current.db, { createdBy: userId, taskIds: [taskId], target });
const lark = {
  kind: "lark" as const,
  link: "https://x.feishu.cn/base/basRUN",
  table_id: null,
  table_name: "Out",
  mapping: [],
  updates_in_place: true,
};

describe("runExport", () => {
  it("writes a file to its end", async () => {
    const id = await begin({ kind: "csv" });
    await run(id);
    const job = await readExport(database.current.db, id);
    expect(job).toMatchObject({ status: "Finished", rowsDone: 1_100 });
    const lines = (await text(await storage.getObject(job.objectKey ?? ""))).trimEnd().split("\r\n");
    expect(lines).toHaveLength(1_101);
  });

  it("says why Lark does not let it write, tries no further, and goes on once that is mended", async () => {
    const { db } = database.current;
    base.isShared = false;
    const id = await begin(lark);
    const before = server.counts.calls;
    await run(id);
    expect(await readExport(db, id)).toMatchObject({
      status: "Failed",
      errorCode: "not_allowed",
      errorIsRetryable: false,
      errorMessage: expect.stringContaining("add this console's app"),
    });
    expect(server.counts.calls - before).toBeLessThanOrEqual(3);
    base.isShared = true;
    await db.transaction().execute((tx) => markResumed(tx, id));
    await run(id);
    expect(await readExport(db, id)).toMatchObject({ status: "Finished", rowsDone: 1_100, run: 2, errorCode: null });
    expect(base.recordsOf([...base.tables.keys()][0] ?? "")).toHaveLength(1_100);
  });

  it("throws away what was sent of a file that was cancelled", async () => {
    const { db } = database.current;
    const id = await begin({ kind: "xlsx" });
    const away = { ...storage, completeMultipart: () => Promise.reject(new Error("killed")) };
    await expect(writeBatch({ ...deps(), storage: away }, { id, run: 1 })).rejects.toThrow("killed");
    const { progress } = await readExport(db, id);
    await db.transaction().execute((tx) => markCancelled(tx, id, new Date()));
    await run(id);
    const key = `exports/${id.slice(-2)}/${id}.xlsx`;
    expect(await storage.listParts(key, progress.file?.uploadId ?? "")).toBeUndefined();
    expect(await storage.headObject(key)).toBeUndefined();
  });
});
