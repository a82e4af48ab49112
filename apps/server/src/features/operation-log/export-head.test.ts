import { text } from "node:stream/consumers";
import { afterAll, describe, expect, it } from "vitest";
import { newId } from "../../platform/ids.ts";
import { createObjectStorage } from "../../platform/s3/object-storage.ts";
import { atActivityEdge } from "../../platform/temporal/activity-edge.ts";
import { createTemporal } from "../../platform/temporal/temporal.ts";
import { SCHEDULES } from "../../schedules.ts";
import { captureLog } from "../../testing/captured-log.ts";
import { fakeClock } from "../../testing/fake-clock.ts";
import { runWorker } from "../../testing/rigs/run-worker.ts";
import { testConfig, testDatabase } from "../../testing/test-database.ts";
import { exportHeadActivities, headKeyOf } from "./export-head.activities.ts";
import { recordOperation } from "./index.ts";
import { getOperationHead } from "./operation-chain.store.ts";

const database = testDatabase();
const storage = createObjectStorage(testConfig().s3);
// A random year, so that test runs do not find each other's files.
const clock = fakeClock(new Date(Date.UTC(3000 + Math.floor(Math.random() * 6000), 4, 1, 23, 30)));
const keys: string[] = [];
const readDay = async (): Promise<Record<string, unknown>> => {
  const key = headKeyOf(clock.now());
  keys.push(key);
  return JSON.parse(await text(await storage.getObject(key)));
};

afterAll(async () => {
  await storage.deleteObjects(keys);
  await storage.close();
});

const appendEntry = () => {
  const by = { userName: "ada", requestId: "r", at: clock.now() };
  return database.current.db
    .transaction()
    .execute((tx) => recordOperation(tx, by, { opType: "Update_user", subjects: ["user:1"] }));
};

describe("history head exported", () => {
  it("is written to storage once a day and stays as it was", async () => {
    const { db } = database.current;
    const { log, lines } = captureLog();
    const { exportHistoryHead } = exportHeadActivities({ db, storage, clock: clock.now, log });
    await appendEntry();
    const head = await getOperationHead(db);
    await exportHistoryHead();
    const first = await readDay();
    expect(first).toEqual({
      seq: 1,
      hash: head.hash,
      at: head.at?.toISOString(),
      exported_at: clock.now().toISOString(),
    });
    await appendEntry();
    await exportHistoryHead();
    expect(await readDay()).toEqual(first);
    clock.advance(3_600_000);
    await exportHistoryHead();
    expect(await readDay()).toMatchObject({ seq: 2 });
    expect(lines.map((line) => JSON.parse(line).seq)).toEqual([1, 2]);
  });

  it("is written by the workflow that comes round every hour", async () => {
    const { db } = database.current;
    const { log } = captureLog();
    const taskQueue = `export-head-${newId()}`;
    clock.advance(48 * 3_600_000);
    const activities = atActivityEdge(exportHeadActivities({ db, storage, clock: clock.now, log }), log);
    const worker = await runWorker({ taskQueue, activities, log });
    const temporal = createTemporal(testConfig().temporal);
    const { workflow } = await temporal.client();
    const schedule = SCHEDULES.find(({ name }) => name === "export-history-head");
    await workflow.execute(schedule?.workflowType ?? "", { taskQueue, workflowId: taskQueue, args: [] });
    await worker.stop();
    await temporal.close();
    expect(await readDay()).toMatchObject({ seq: (await getOperationHead(db)).seq });
  });
});
