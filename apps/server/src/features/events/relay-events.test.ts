import type { Redis } from "ioredis";
import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { newId } from "../../platform/ids.ts";
import { createRedis } from "../../platform/redis.ts";
import { captureLog } from "../../testing/captured-log.ts";
import { eventually } from "../../testing/eventually.ts";
import { type OwnRedis, openOwnRedis } from "../../testing/outsiders/own-redis.ts";
import { testDatabase } from "../../testing/test-database.ts";
import { announceCells, announceJob, announceTask } from "./announce.ts";
import type { CellChanged } from "./event.rules.ts";
import { tryTurn } from "./event-outbox.store.ts";
import { entriesOf, streamKey } from "./event-stream.ts";
import { type EventRelay, type EventRelayOptions, startEventRelay } from "./relay-events.ts";

const STATE = { status: "Generating" as const, revision: 1, progress: null, spend: null };

const database = testDatabase();
let engine: OwnRedis;
let redis: Redis;
let relays: EventRelay[] = [];

beforeAll(async () => {
  engine = await openOwnRedis();
  await engine.start();
  redis = createRedis({ url: engine.url });
});
afterEach(async () => {
  await Promise.all(relays.map((relay) => relay.stop()));
  relays = [];
  await database.current.db.deleteFrom("event_outbox").execute();
  await redis.flushall();
});
afterAll(async () => {
  redis.disconnect();
  await engine.remove();
});

const relay = (options: Partial<EventRelayOptions> = {}): void => {
  const { db, url } = database.current;
  const { log } = captureLog();
  const base = { db, databaseUrl: url, redisUrl: engine.url, log, readTaskState: async () => STATE };
  relays.push(startEventRelay({ ...base, ...options }));
};

const told = async (topic: string): Promise<Record<string, unknown>[]> =>
  entriesOf(await redis.xrange(streamKey(database.current.url), "-", "+"))
    .filter((entry) => entry.topic === topic)
    .map((entry) => JSON.parse(entry.data) as Record<string, unknown>);

const toldCells = async (taskId: string): Promise<CellChanged[]> =>
  (await told(`task:${taskId}`)).flatMap(({ kind, cells }) => (kind === "cells" ? (cells as CellChanged[]) : []));

const isEmpty = async (): Promise<true | undefined> =>
  (await database.current.db.selectFrom("event_outbox").select("id").execute()).length === 0 ? true : undefined;

const aCell = (taskId: string, row: number, status: CellChanged["status"] = "Queued"): CellChanged => ({
  taskId,
  row,
  col: 0,
  sample: 0,
  status,
  progress: null,
  queuePosition: null,
  attemptCount: 1,
});

const announce = (...cells: CellChanged[]): Promise<void> =>
  database.current.db.transaction().execute((tx) => announceCells(tx, cells));

describe("the relay of events", () => {
  it("tells each change once, in order, with how far the task is", async () => {
    const taskId = newId();
    relay();
    for (const status of ["Queued", "Running", "Succeeded"] as const) {
      await announce(aCell(taskId, 0, status));
      await eventually(async () => ((await toldCells(taskId)).at(-1)?.status === status ? true : undefined));
    }
    expect((await toldCells(taskId)).map((cell) => cell.status)).toEqual(["Queued", "Running", "Succeeded"]);
    await eventually(isEmpty);
    expect((await told("tasks")).at(-1)).toEqual({ kind: "task", topic: "tasks", task_id: taskId, ...STATE });
    expect((await told(`task:${taskId}`)).at(-1)).toMatchObject({ kind: "task", task_id: taskId });
  });

  it("joins what happened between two looks", async () => {
    const { db } = database.current;
    const taskId = newId();
    await announce(aCell(taskId, 0), aCell(taskId, 1));
    await announce(aCell(taskId, 0, "Running"));
    await db
      .transaction()
      .execute((tx) =>
        announceJob(tx, { id: newId(), userId: "u", status: "Queued", progress: null, queuePosition: 3 }),
      );
    relay();
    await eventually(isEmpty);
    const cells = (await told(`task:${taskId}`)).filter(({ kind }) => kind === "cells");
    expect(cells).toHaveLength(1);
    expect(cells[0]).toMatchObject({ cells: [{ status: "Running" }, { status: "Queued" }] });
    expect(await told("calls:u")).toMatchObject([{ kind: "call", topic: "calls", queue_position: 3 }]);
  });

  it("counts a busy task at most once a second, and once more at the end", async () => {
    const { db } = database.current;
    const taskId = newId();
    const countedAtMs: number[] = [];
    let isLast = false;
    let sawLast = false;
    const readTaskState = async () => {
      countedAtMs.push(performance.now());
      sawLast = isLast;
      return STATE;
    };
    relay({ readTaskState });
    for (let row = 0; row < 40; row++) {
      isLast = row === 39;
      await announce(aCell(taskId, row));
      await db.transaction().execute((tx) => announceTask(tx, taskId));
      await sql`select pg_sleep(0.05)`.execute(db);
    }
    await eventually(isEmpty);
    expect(sawLast).toBe(true);
    const gapsMs = countedAtMs.slice(1).map((atMs, index) => atMs - (countedAtMs[index] ?? 0));
    expect(Math.min(...gapsMs)).toBeGreaterThanOrEqual(1_000);
  });

  it("does not skip a change that commits after a later one", async () => {
    const { db } = database.current;
    const [early, late] = [newId(), newId()];
    relay();
    await db.transaction().execute(async (tx) => {
      await announceCells(tx, [aCell(early, 0)]);
      await announce(aCell(late, 0));
      await eventually(async () => ((await toldCells(late)).length > 0 ? true : undefined));
      expect(await toldCells(early)).toEqual([]);
    });
    await eventually(async () => ((await toldCells(early)).length > 0 ? true : undefined));
    await eventually(isEmpty);
  });

  it("sends each change once and in order when two of them run", async () => {
    const taskId = newId();
    relay({ intervalMs: 5 });
    relay({ intervalMs: 5 });
    for (let row = 0; row < 200; row++) await announce(aCell(taskId, row));
    await eventually(isEmpty);
    const rows = (await toldCells(taskId)).map((cell) => cell.row);
    expect(rows).toEqual(Array.from({ length: 200 }, (_, row) => row));
  });

  it("takes over from a process that died while it held the lock", async () => {
    const { db } = database.current;
    const taskId = newId();
    await announce(aCell(taskId, 0));
    const dead = db.transaction().execute(async (tx) => {
      expect(await tryTurn(tx, 1_000)).toBe(true);
      relay();
      // Idles longer than the lease, so the database ends its transaction.
      await eventually(async () => ((await toldCells(taskId)).length > 0 ? true : undefined));
      await sql`select 1`.execute(tx);
    });
    await expect(dead).rejects.toThrow("the server is busy");
    expect(await toldCells(taskId)).toHaveLength(1);
  });

  it("goes on when a task cannot be counted, and tries that one again", async () => {
    const { db } = database.current;
    const [bad, good] = [newId(), newId()];
    let faults = 0;
    const readTaskState = async (_: unknown, taskId: string) => {
      if (taskId === bad && faults++ === 0) throw new Error("not now");
      return STATE;
    };
    relay({ readTaskState });
    await db.transaction().execute((tx) => announceTask(tx, bad));
    await db.transaction().execute((tx) => announceTask(tx, good));
    await eventually(isEmpty);
    const ids = (await told("tasks")).map(({ task_id }) => task_id);
    expect(ids).toEqual([good, bad]);
  });

  it("keeps everything while Redis is away", async () => {
    const taskId = newId();
    relay();
    await announce(aCell(taskId, 0));
    await eventually(isEmpty);
    await engine.kill();
    await announce(aCell(taskId, 1), aCell(taskId, 2));
    await announce(aCell(taskId, 2, "Failed"));
    await engine.start();
    await eventually(isEmpty);
    expect((await toldCells(taskId)).map(({ row, status }) => [row, status])).toEqual([
      [1, "Queued"],
      [2, "Failed"],
    ]);
  });

  it("gives up what is too old and says that something is missing", async () => {
    const { db } = database.current;
    await announce(aCell(newId(), 0));
    await sql`update event_outbox set created_at = now() - interval '11 minutes'`.execute(db);
    await engine.kill();
    relay();
    await eventually(async () => {
      const rows = await db.selectFrom("event_outbox").select("topic").execute();
      return rows.length === 1 && rows[0]?.topic === "*" ? true : undefined;
    });
    await engine.start();
    await eventually(isEmpty);
    expect(await told("*")).toEqual([{ kind: "reset" }]);
  });
});
