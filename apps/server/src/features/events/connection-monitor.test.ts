import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Actor } from "../../actor.ts";
import { newId } from "../../platform/ids.ts";
import { captureLog } from "../../testing/captured-log.ts";
import { eventually } from "../../testing/eventually.ts";
import { type LiveClient, openLine } from "../../testing/outsiders/live-client.ts";
import { testConfig } from "../../testing/test-database.ts";
import type { ReadActors, ReadBlinded } from "./connection-monitor.ts";
import { openLiveEvents } from "./open-live-events.ts";
import { watchEvents } from "./watch-events.ts";

const actor: Actor = {
  userId: newId(),
  username: "watcher",
  realname: "Watcher",
  role: "developer",
  isExternal: false,
  codes: [],
  customFlags: 0,
  permissions: new Set(["USE_VERSION_1_0"]),
  isPasswordSet: true,
  hasSecondFactor: false,
  sessionId: newId(),
  signedInAt: new Date(),
};

const closers: (() => void)[] = [];
// Fake only the monitor's clock and interval; sockets and Redis use real timers.
beforeEach(() => vi.useFakeTimers({ toFake: ["setInterval", "clearInterval", "performance"] }));
afterEach(() => {
  vi.useRealTimers();
  for (const close of closers.splice(0)) close();
});

/** The feature behind a bare server, with sessions that a test can revoke. */
const serve = async (
  readActors: ReadActors,
  readBlinded: ReadBlinded = async () => new Map(),
  topics: readonly string[] = ["tasks"],
): Promise<{ drain: () => void; line: LiveClient; watched: () => string[] }> => {
  let isDraining = false;
  const { redisUrl } = testConfig();
  const databaseUrl = `postgres://x/${newId()}`;
  const { log } = captureLog();
  const beatMs = 1_000;
  const live = openLiveEvents({
    redisUrl,
    databaseUrl,
    log,
    readActors,
    readBlinded,
    readVisible: async (_actor, ids) => new Set(ids),
    isDraining: () => isDraining,
    beatMs,
  });
  const server = createServer(async (_, response) => {
    const open = () => response.writeHead(200, { connection: "close" });
    const tokenHash = Buffer.alloc(32);
    await watchEvents(live, { actor, tokenHash, topics, lastEventId: undefined, open });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const line = await openLine({ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, cookies: {} });
  closers.push(() => {
    line.cut();
    live.close();
    server.close();
  });
  await eventually(() => (line.heard.length > 0 ? true : undefined));
  return {
    drain: () => {
      isDraining = true;
    },
    line,
    watched: () => [...live.hub.lines].flatMap((one) => one.topics),
  };
};

const known: ReadActors = async (hashes) => new Map(hashes.map((hash) => [hash.toString("hex"), actor]));

describe("keeping lines", () => {
  it("closes them at once on shutdown, each with its own reconnect delay", async () => {
    const { drain, line } = await serve(known);
    drain();
    await vi.advanceTimersByTimeAsync(250);
    await eventually(() => (line.isClosed ? true : undefined));
    expect(line.text).toMatch(/retry: \d+\n\n$/);
  });

  it("beats when nothing happens, with the place to resume from", async () => {
    const { line } = await serve(known);
    await vi.advanceTimersByTimeAsync(1_250);
    await eventually(() => (line.heard.at(-1)?.name === "beat" ? true : undefined));
    expect(line.heard.at(-1)?.id).toMatch(/^\d+-\d+$/);
    expect(line.isClosed).toBe(false);
  });

  it("leaves out a task that its user judges, and ends when its user becomes a rater of a watched one", async () => {
    const [judged, watched] = [newId(), newId()];
    const hidden = new Set([judged]);
    const blinded: ReadBlinded = async (users) => new Map(users.map((user) => [user, hidden]));
    const { line, watched: topics } = await serve(known, blinded, ["tasks", `task:${judged}`, `task:${watched}`]);
    expect(topics()).toEqual(["tasks", `task:${watched}`]);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(line.isClosed).toBe(false);
    hidden.add(watched);
    await vi.advanceTimersByTimeAsync(1_000);
    await eventually(() => (line.isClosed ? true : undefined));
  });

  it("bears a short blindness of the sessions, and not a long one", async () => {
    const { line } = await serve(() => Promise.reject(new Error("the database is away")));
    await vi.advanceTimersByTimeAsync(4_900);
    const beats = () => line.heard.filter(({ name }) => name === "beat").length;
    await eventually(() => (beats() > 0 ? true : undefined));
    expect(line.isClosed).toBe(false);
    await vi.advanceTimersByTimeAsync(1_000);
    await eventually(() => (line.isClosed ? true : undefined));
    expect(line.text).toMatch(/retry: \d+\n\n$/);
  });
});
