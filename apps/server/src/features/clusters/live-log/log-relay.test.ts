import { PassThrough } from "node:stream";
import { afterEach, describe, expect, it } from "vitest";
import { openLog } from "../../../platform/observability/log.ts";
import { RayFault } from "../../../platform/ray/ray-fault.ts";
import { eventually } from "../../../testing/eventually.ts";
import { SseConnection } from "../../events/index.ts";
import { LogRelay } from "./log-relay.ts";

const { log } = openLog({ level: "error", isBuffered: false, to: { write: () => undefined } });
let ended: string[] = [];
let relay: LogRelay;
const start = (): LogRelay => {
  ended = [];
  relay = new LogRelay({
    log,
    listEnded: async (ids) => ids.filter((id) => ended.includes(id)),
    flushMs: 5,
    lookMs: 20,
  });
  return relay;
};
afterEach(() => relay.close());

/** A log that a test writes to, and how often it was opened. */
const aLog = (jobId = "job-1", clusterId = "cluster-1") => {
  const opened: PassThrough[] = [];
  const open = async (signal: AbortSignal) => {
    const body = new PassThrough();
    signal.addEventListener("abort", () => body.destroy());
    opened.push(body);
    return body as AsyncIterable<Buffer>;
  };
  return { opened, followed: { jobId, clusterId, secrets: [], open } };
};
const aViewer = (userId = "ada") => {
  const stream = new PassThrough();
  const parts: string[] = [];
  stream.on("data", (chunk) => parts.push(String(chunk)));
  const line = new SseConnection(stream, { userId, sessionId: userId, tokenKey: userId }, []);
  return { line, leave: () => stream.destroy(), heard: () => parts.join(""), isClosed: () => stream.destroyed };
};
const hears = (viewer: ReturnType<typeof aViewer>, words: string) =>
  eventually(() => (viewer.heard().includes(words) ? true : undefined), 5_000);

describe("the relay of logs", () => {
  it("reads a log once for all its viewers, and tells a later one what was before", async () => {
    const [first, second, source] = [aViewer("ada"), aViewer("ben"), aLog()];
    start().add(first.line, source.followed);
    await eventually(() => source.opened[0]);
    source.opened[0]?.write("one\n");
    await hears(first, '{"kind":"reset","text":"one\\n","is_truncated":false}');
    relay.add(second.line, source.followed);
    await hears(second, '{"kind":"reset","text":"one\\n","is_truncated":false}');
    source.opened[0]?.write("two\n");
    for (const viewer of [first, second]) await hears(viewer, '{"kind":"append","text":"two\\n"}');
    expect(source.opened).toHaveLength(1);
  });

  it("stops reading when the last viewer leaves", async () => {
    const [first, second, source] = [aViewer("ada"), aViewer("ben"), aLog()];
    start().add(first.line, source.followed);
    relay.add(second.line, source.followed);
    await eventually(() => source.opened[0]);
    first.leave();
    await eventually(() => (relay.lines.size === 1 ? true : undefined));
    expect(source.opened[0]?.destroyed).toBe(false);
    second.leave();
    await eventually(() => (relay.readers === 0 ? true : undefined));
    expect(source.opened[0]?.destroyed).toBe(true);
  });

  it("ends with the job, after its last lines", async () => {
    const [viewer, source] = [aViewer(), aLog()];
    start().add(viewer.line, source.followed);
    await eventually(() => source.opened[0]);
    ended = ["job-1"];
    source.opened[0]?.write("done\n");
    await hears(viewer, "event: end");
    expect(viewer.heard()).toContain("done");
    await eventually(() => (viewer.isClosed() ? true : undefined));
    expect(relay.readers).toBe(0);
  });

  it("tells why nothing comes, and goes on when the cluster is back", async () => {
    const [viewer, source] = [aViewer(), aLog()];
    let failures = 1;
    const open = async (signal: AbortSignal) => {
      if (failures > 0) {
        failures -= 1;
        throw new RayFault("unreachable", "nothing answers");
      }
      return source.followed.open(signal);
    };
    start().add(viewer.line, { ...source.followed, open });
    await hears(viewer, 'event: fault\ndata: {"fault":"unreachable"}');
    const body = await eventually(() => source.opened[0]);
    body.write("back\n");
    await hears(viewer, "back");
  });

  it("has room for a few logs of a person and of a cluster", () => {
    start();
    for (let index = 0; index < 8; index += 1) {
      relay.add(aViewer(`user-${index % 2}`).line, aLog(`job-${index}`).followed);
    }
    expect(relay.refusal("user-0", aLog("job-0").followed)).toBe("viewers of user");
    expect(relay.refusal("mei", aLog("job-9").followed)).toBe("logs of cluster");
    expect(relay.refusal("mei", aLog("job-0").followed)).toBeUndefined();
    expect(relay.refusal("mei", aLog("job-9", "cluster-2").followed)).toBeUndefined();
  });

  it("drops a viewer who does not read, and keeps its memory small", async () => {
    const source = aLog();
    const stuck = new PassThrough({ highWaterMark: 1 });
    const line = new SseConnection(stuck, { userId: "ada", sessionId: "s", tokenKey: "t" }, []);
    start().add(line, source.followed);
    const body = await eventually(() => source.opened[0]);
    for (let index = 0; index < 200 && !stuck.destroyed; index += 1) {
      body.write(`${"x".repeat(20_000)}\n`);
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
    expect(stuck.destroyed).toBe(true);
    await eventually(() => (relay.readers === 0 ? true : undefined));
  });
});
