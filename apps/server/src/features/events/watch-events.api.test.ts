import { type AddressInfo, connect } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import type { Redis } from "ioredis";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { newId } from "../../platform/ids.ts";
import { createRedis } from "../../platform/redis.ts";
import { aCaller, cookiesOf } from "../../testing/builders/a-caller.ts";
import { eventually } from "../../testing/eventually.ts";
import { type LiveClient, openLine } from "../../testing/outsiders/live-client.ts";
import { type OwnRedis, openOwnRedis } from "../../testing/outsiders/own-redis.ts";
import { runApp } from "../../testing/rigs/start-app.ts";
import type { OutgoingEvent } from "./event.rules.ts";
import { publishEvents, streamKey } from "./event-stream.ts";

let engine: OwnRedis;
let redis: Redis;
let origin = "";
const lines: LiveClient[] = [];

beforeAll(async () => {
  engine = await openOwnRedis();
  await engine.start();
  redis = createRedis({ url: engine.url });
  await redis.connect();
});
const running = runApp((config) => ({
  ...config,
  get redisUrl() {
    return engine.url;
  },
}));
beforeAll(async () => {
  const { http } = running.current.app;
  await http.listen({ host: "127.0.0.1", port: 0 });
  origin = `http://127.0.0.1:${(http.server.address() as AddressInfo).port}`;
});
afterEach(() => {
  for (const line of lines.splice(0)) line.cut();
});
afterAll(async () => {
  redis.disconnect();
  await engine.remove();
});

const aWatcher = () => aCaller(running.current, { permissions: ["USE_VERSION_1_0"] });

const watch = async (
  cookies: Record<string, string>,
  topics: readonly string[],
  resume: { header?: string; query?: string } = {},
): Promise<LiveClient> => {
  const query = new URLSearchParams();
  for (const topic of topics) query.append("topic", topic);
  if (resume.query) query.set("last_event_id", resume.query);
  const line = await openLine({
    url: `${origin}/api_v1/events?${query}`,
    cookies,
    ...(resume.header ? { lastEventId: resume.header } : {}),
  });
  lines.push(line);
  if (line.status === 200) await eventually(() => (line.heard.length > 0 ? true : undefined));
  return line;
};

const aCall = (userId: string, id = newId()): OutgoingEvent => ({
  topic: `calls:${userId}`,
  event: { kind: "call", topic: "calls", id, status: "Running", progress: 0.5, queue_position: null },
});

const ofTask = (taskId: string, row: number, size = 1): OutgoingEvent => ({
  topic: `task:${taskId}`,
  event: {
    kind: "cells",
    topic: `task:${taskId}`,
    task_id: taskId,
    cells: Array.from({ length: size }, (_, col) => ({
      row,
      col,
      sample: 0,
      status: "Running" as const,
      progress: null,
      queue_position: null,
      attempt_count: 1,
    })),
  },
});

const publish = (events: readonly OutgoingEvent[]): Promise<void> =>
  publishEvents(redis, streamKey(running.current.config.database.url), events);

const rowsOf = (...parts: readonly LiveClient[]): number[] =>
  parts.flatMap((line) =>
    line.heard.flatMap(({ data }) =>
      data.kind === "cells" ? (data.cells as { row: number }[]).map((c) => c.row) : [],
    ),
  );

const heardRows = (line: LiveClient, count: number): Promise<true> =>
  eventually(() => (rowsOf(line).length >= count ? true : undefined));

const isClosed = (line: LiveClient): Promise<true> => eventually(() => (line.isClosed ? true : undefined));

describe("who may watch what", () => {
  it("tells a person's calls to that person alone", async () => {
    const [me, other] = [await aCaller(running.current), await aCaller(running.current)];
    const [mine, theirs] = [await watch(me.cookies, ["calls"]), await watch(other.cookies, ["calls"])];
    const [first, second] = [newId(), newId()];
    await publish([aCall(me.id, first), aCall(other.id, second)]);
    await eventually(() => (mine.heard.length + theirs.heard.length === 4 ? true : undefined));
    expect(mine.heard.at(-1)?.data).toMatchObject({ topic: "calls", id: first });
    expect(theirs.heard.at(-1)?.data).toMatchObject({ topic: "calls", id: second });
  });

  it("tells notifications to their owner alone, also to external people", async () => {
    const [me, other] = [await aCaller(running.current, { role: "labeler" }), await aCaller(running.current)];
    const [mine, theirs] = [
      await watch(me.cookies, ["notifications"]),
      await watch(other.cookies, ["notifications", "calls"]),
    ];
    const call = newId();
    await publish([
      { topic: `notifications:${me.id}`, event: { kind: "notification", topic: "notifications" } },
      aCall(other.id, call),
    ]);
    await eventually(() => (mine.heard.length + theirs.heard.length === 4 ? true : undefined));
    expect(mine.heard.at(-1)?.data).toEqual({ kind: "notification", topic: "notifications" });
    expect(theirs.heard.at(-1)?.data).toMatchObject({ topic: "calls", id: call });
  });

  it("hides tasks from people who may not see tasks", async () => {
    const { cookies } = await aCaller(running.current);
    for (const topic of ["tasks", `task:${newId()}`]) {
      expect((await watch(cookies, ["calls", topic])).status).toBe(404);
    }
  });

  it("refuses strangers, outsiders, unknown topics and no topic", async () => {
    const outsider = await aCaller(running.current, { role: "labeler" });
    const { cookies } = await aWatcher();
    expect((await watch({}, ["calls"])).status).toBe(401);
    expect((await watch(outsider.cookies, ["calls"])).status).toBe(404);
    for (const topic of ["pictures", "packages"])
      expect((await watch(outsider.cookies, ["notifications", topic])).status).toBe(404);
    expect((await watch(cookies, ["everything"])).status).toBe(422);
    expect((await watch(cookies, [])).status).toBe(422);
  });

  it("opens six lines to a session and asks the seventh to wait", async () => {
    const { cookies } = await aWatcher();
    for (let n = 0; n < 6; n++) expect((await watch(cookies, ["tasks"])).status).toBe(200);
    const refused = await watch(cookies, ["tasks"]);
    expect([refused.status, refused.headers["retry-after"]]).toEqual([503, "10"]);
    lines[0]?.cut();
    await eventually(async () => ((await watch(cookies, ["tasks"])).status === 200 ? true : undefined));
  });

  it("opens twenty-four lines to a user over all sessions, and leaves others alone", async () => {
    const user = await aWatcher();
    const sessions = [user.cookies];
    for (let n = 0; n < 4; n++) sessions.push(await cookiesOf(running.current, user.id));
    for (let n = 0; n < 24; n++) expect((await watch(sessions[Math.floor(n / 6)] ?? {}, ["tasks"])).status).toBe(200);
    const refused = await watch(sessions[4] ?? {}, ["tasks"]);
    expect([refused.status, refused.headers["retry-after"]]).toEqual([503, "10"]);
    expect((await watch((await aWatcher()).cookies, ["tasks"])).status).toBe(200);
    lines[0]?.cut();
    await eventually(async () => ((await watch(sessions[4] ?? {}, ["tasks"])).status === 200 ? true : undefined));
  });
});

describe("a line", () => {
  it("is a stream that nobody gathers or changes, and is counted when it opens", async () => {
    const { cookies } = await aWatcher();
    const line = await watch(cookies, ["tasks"]);
    expect(line.headers).toMatchObject({
      "content-type": "text/event-stream; charset=utf-8",
      "cache-control": "no-store, no-transform",
      "x-accel-buffering": "no",
    });
    expect(line.text).toMatch(/^retry: \d+\nevent: start\nid: \d+-\d+\ndata: \{\}\n\n$/);
    expect(running.current.log.filter((text) => text.includes("/api_v1/events")).at(-1)).toContain('"status":200');
  });

  it("keeps the order of ids across topics", async () => {
    const { cookies } = await aWatcher();
    const [a, b] = [newId(), newId()];
    const line = await watch(cookies, [`task:${a}`, `task:${b}`]);
    await publish([ofTask(a, 0), ofTask(b, 1), ofTask(a, 2), ofTask(a, 3), ofTask(b, 4)]);
    await heardRows(line, 5);
    expect(rowsOf(line)).toEqual([0, 1, 2, 3, 4]);
    expect(new Set(line.heard.map(({ id }) => id)).size).toBe(6);
  });

  it("goes on after being cut, with nothing missed and nothing twice", async () => {
    const { cookies } = await aWatcher();
    const taskId = newId();
    const parts = [await watch(cookies, [`task:${taskId}`])];
    for (let row = 0; row < 60; row++) {
      await publish([ofTask(taskId, row)]);
      if (row % 7 !== 3) continue;
      const last = parts.at(-1);
      last?.cut();
      const from = last?.lastId ?? "";
      // Alternate between a browser that resumes and one that opens a new connection.
      parts.push(await watch(cookies, [`task:${taskId}`], row % 2 ? { header: from } : { query: from }));
    }
    await eventually(() => (rowsOf(...parts).at(-1) === 59 ? true : undefined));
    expect(rowsOf(...parts)).toEqual(Array.from({ length: 60 }, (_, row) => row));
    expect(parts.flatMap((line) => line.heard).some(({ data }) => data.kind === "reset")).toBe(false);
  });

  it("finds in Redis what its memory no longer holds", async () => {
    const { cookies } = await aWatcher();
    const [taskId, noise] = [newId(), newId()];
    const line = await watch(cookies, [`task:${taskId}`]);
    const from = line.lastId ?? "";
    line.cut();
    await publish([ofTask(taskId, 0)]);
    // More than memory holds, for a task that nobody watches here.
    for (let n = 0; n < 11; n++) await publish(Array.from({ length: 500 }, () => ofTask(noise, 0, 20)));
    await publish([ofTask(taskId, 1)]);
    const again = await watch(cookies, [`task:${taskId}`], { header: from });
    await heardRows(again, 2);
    expect(rowsOf(again)).toEqual([0, 1]);
  });

  it("sends a reset to a client that reconnects too late or with an unknown position", async () => {
    const { cookies } = await aWatcher();
    for (const id of ["1-0", "9999999999999-0"]) {
      const line = await watch(cookies, ["tasks"], { query: id });
      expect(line.heard.map(({ name, data }) => [name, data.kind])).toEqual([
        ["start", undefined],
        ["message", "reset"],
      ]);
    }
  });

  it("is cut when its client does not read, while others go on", async () => {
    const { cookies } = await aWatcher();
    const taskId = newId();
    const path = `/api_v1/events?topic=task:${taskId}`;
    const slow = connect({ port: Number(new URL(origin).port), host: "127.0.0.1" });
    slow.pause();
    const cookie = Object.entries(cookies)
      .map((pair) => pair.join("="))
      .join("; ");
    slow.write(`GET ${path} HTTP/1.1\r\nhost: x\r\ncookie: ${cookie}\r\n\r\n`);
    const line = await watch(cookies, [`task:${taskId}`]);
    const before = process.memoryUsage().rss;
    let rows = 0;
    const connections = (): Promise<number> =>
      new Promise((resolve) => running.current.app.http.server.getConnections((_, count) => resolve(count)));
    await eventually(async () => {
      await publish([ofTask(taskId, rows++, 500)]);
      return (await connections()) === 1 ? true : undefined;
    });
    await eventually(() => (rowsOf(line).at(-1) === rows - 1 ? true : undefined));
    expect(rowsOf(line)).toHaveLength(rows * 500);
    expect(process.memoryUsage().rss - before).toBeLessThan(300 * 1024 * 1024);
    slow.destroy();
  });
});

describe("the end of a line", () => {
  it("comes after the end of its session, and of no other", async () => {
    const { db, call } = running.current;
    const me = await aWatcher();
    const line = await watch(me.cookies, ["tasks"]);
    const other = await watch(await cookiesOf(running.current, me.id), ["tasks"]);
    expect((await call("/api/auth/logout", { cookies: me.cookies })).status).toBeLessThan(400);
    await isClosed(line);
    expect(other.isClosed).toBe(false);
    await db.updateTable("console_user").set({ is_enabled: false }).where("id", "=", me.id).execute();
    await isClosed(other);
  });

  it("comes when the right to see tasks goes, and not for lines that do not need it", async () => {
    const { db } = running.current;
    const me = await aWatcher();
    const [tasks, calls] = [await watch(me.cookies, ["tasks"]), await watch(me.cookies, ["calls"])];
    await db.deleteFrom("console_user_permission").where("user_id", "=", me.id).execute();
    await isClosed(tasks);
    await sleep(1_000);
    expect(calls.isClosed).toBe(false);
  });

  it("does not keep a session alive that nobody uses", async () => {
    const { db, clock } = running.current;
    const me = await aWatcher();
    const line = await watch(me.cookies, ["tasks"]);
    const seen = () =>
      db.selectFrom("session").select("last_seen_at").where("user_id", "=", me.id).executeTakeFirstOrThrow();
    // Opening the connection counted as session use; wait until the edge cache has expired.
    await sleep(1_200);
    const before = await seen();
    clock.advance(120_000);
    await sleep(1_200);
    expect(await seen()).toEqual(before);
    expect(line.isClosed).toBe(false);
  });
});

describe("when Redis dies", () => {
  it("resets open connections, and those that reconnect", async () => {
    const { cookies } = await aWatcher();
    const taskId = newId();
    const line = await watch(cookies, [`task:${taskId}`]);
    const away = await watch(cookies, [`task:${taskId}`]);
    const from = away.lastId ?? "";
    away.cut();
    await engine.kill();
    expect(line.isClosed).toBe(false);
    await engine.start();
    await eventually(() => (line.heard.at(-1)?.data.kind === "reset" ? true : undefined));
    await eventually(async () => (redis.status === "ready" ? true : undefined));
    await publish([ofTask(taskId, 1)]);
    await heardRows(line, 1);
    expect(line.heard.map(({ data }) => data.kind)).toEqual([undefined, "reset", "cells"]);
    const back = await watch(cookies, [`task:${taskId}`], { header: from });
    await eventually(() => (back.heard.length > 1 ? true : undefined));
    expect(back.heard[1]?.data).toEqual({ kind: "reset" });
  });
});
