import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startOutboxRelay } from "../../../platform/db/outbox-relay.ts";
import { createMetrics } from "../../../platform/observability/metrics.ts";
import { createObjectStorage } from "../../../platform/s3/object-storage.ts";
import { atActivityEdge } from "../../../platform/temporal/activity-edge.ts";
import { createTemporal } from "../../../platform/temporal/temporal.ts";
import { aJudgedTask, say } from "../../../testing/builders/a-judged-task.ts";
import { aUser } from "../../../testing/builders/a-user.ts";
import { captureLog } from "../../../testing/captured-log.ts";
import { eventually } from "../../../testing/eventually.ts";
import { runWorker, type TestWorker } from "../../../testing/rigs/run-worker.ts";
import { testConfig, testDatabase } from "../../../testing/test-database.ts";
import { type Boards, openBoards } from "../board/open-boards.ts";
import { keepBoardActivities } from "./keep-board.activities.ts";
import { startBoardSnapshot } from "./start-keeping-board.ts";

const database = testDatabase();
const config = testConfig();
const taskQueue = `test-keep-board-${randomUUID()}`;
const temporal = createTemporal(config.temporal);
const storage = createObjectStorage(config.s3);
let boards: Boards;
let worker: TestWorker;
let relay: ReturnType<typeof startOutboxRelay>;

beforeAll(async () => {
  const { log } = captureLog();
  const { db } = database.current;
  const clock = () => new Date();
  boards = openBoards({ databaseUrl: database.current.url, clock, log });
  const activities = keepBoardActivities({ db, clock, storage, boards });
  worker = await runWorker({ taskQueue, activities: atActivityEdge(activities, log), log });
  relay = startOutboxRelay({ db, temporal, log, metrics: createMetrics(), taskQueue });
});
afterAll(async () => {
  await relay?.stop();
  await worker?.stop();
  await boards?.close();
  await temporal.close();
  await storage.close();
});

describe("keepBoard", () => {
  it("stores the board of a task once the end of its judging is committed", async () => {
    const { db } = database.current;
    const { id: ownerId } = await aUser(db);
    const task = await aJudgedTask(db, { ownerId, status: "Finished" });
    await say(db, task, [
      { rater: 0, prompt: 0, a: 0, b: 1, outcome: "a" },
      { rater: 1, prompt: 1, a: 0, b: 1, outcome: "b" },
    ]);
    await db
      .transaction()
      .execute((tx) => startBoardSnapshot(tx, { taskId: task.id, reason: "enough", by: "ada", requestId: "r-1" }));
    const kept = await eventually(async () => {
      const { rows } = await sql<{ id: string; hash: Buffer; object_key: string; votes: bigint; reason: string }>`
        select id, hash, object_key, votes, reason from board_snapshot where task_id = ${task.id}`.execute(db);
      return rows[0];
    });
    expect(kept).toMatchObject({ votes: 2n, reason: "enough" });
    const chunks: Buffer[] = [];
    for await (const chunk of await storage.getObject(kept?.object_key ?? "")) chunks.push(chunk as Buffer);
    const document = JSON.parse(Buffer.concat(chunks).toString()) as { hash: string };
    expect(document.hash).toBe(kept?.hash.toString("hex"));
    await expect(sql`update board_snapshot set reason = 'other'`.execute(db)).rejects.toThrow();
  });
});
