import { afterEach, describe, expect, it } from "vitest";
import { createMetrics } from "./metrics.ts";
import { type OpsServer, type OpsServerOptions, startOpsServer } from "./ops-server.ts";

let server: OpsServer | undefined;
afterEach(() => server?.close());

const start = async (options: Partial<OpsServerOptions> = {}) => {
  const started = await startOpsServer({ host: "127.0.0.1", port: 0, checks: [], metrics: [], ...options });
  server = started;
  const get = async (path: string) => {
    const response = await fetch(`http://127.0.0.1:${started.port}${path}`);
    return { status: response.status, type: response.headers.get("content-type"), text: await response.text() };
  };
  const json = async (path: string) => {
    const { status, text } = await get(path);
    return { status, body: JSON.parse(text) };
  };
  return { started, get, json };
};

const fine = async (): Promise<void> => undefined;
const failing = async (): Promise<void> => {
  throw new Error("cannot reach postgres://app:hunter2@10.0.0.1/db");
};

describe("the ops server", () => {
  it("is alive from the first moment and started only when told so", async () => {
    const { started, json } = await start();
    expect(await json("/livez")).toEqual({ status: 200, body: { loop_lag_ms: expect.any(Number) } });
    expect(await json("/startupz")).toEqual({ status: 503, body: { state: "starting" } });
    expect(await json("/readyz")).toEqual({ status: 503, body: { state: "starting" } });
    started.setStarted();
    expect(await json("/startupz")).toEqual({ status: 200, body: { state: "started" } });
    expect(await json("/readyz")).toEqual({ status: 200, body: { state: "ready", checks: {} } });
  });

  it("is not ready when a check fails, and says which without its secrets", async () => {
    const { started, json } = await start({
      checks: [
        { name: "database", run: failing },
        { name: "temporal", run: fine },
      ],
    });
    started.setStarted();
    expect(await json("/readyz")).toEqual({
      status: 503,
      body: {
        state: "not ready",
        checks: { database: "cannot reach postgres://[redacted]@10.0.0.1/db", temporal: "ok" },
      },
    });
    expect((await json("/livez")).status).toBe(200);
  });

  it("stays ready, but degraded, when only an optional check fails", async () => {
    const { started, json } = await start({ checks: [{ name: "redis", run: failing, isOptional: true }] });
    started.setStarted();
    expect(await json("/readyz")).toMatchObject({ status: 200, body: { state: "degraded" } });
  });

  it("does not wait for a check that hangs", async () => {
    const { started, json } = await start({ checks: [{ name: "database", run: () => new Promise(() => undefined) }] });
    started.setStarted();
    expect(await json("/readyz")).toMatchObject({
      status: 503,
      body: { checks: { database: "no answer within 2000 ms" } },
    });
  });

  it("leaves service when draining, while it still lives", async () => {
    const { started, json } = await start();
    started.setStarted();
    started.setDraining();
    started.setStarted();
    expect(await json("/readyz")).toEqual({ status: 503, body: { state: "draining" } });
    expect((await json("/livez")).status).toBe(200);
  });

  it("joins the metrics of all its sources and knows no other path", async () => {
    const { get } = await start({ metrics: [() => createMetrics().metrics(), () => "mine 1\n"] });
    const metrics = await get("/metrics");
    expect(metrics).toMatchObject({ status: 200, type: expect.stringContaining("text/plain") });
    expect(metrics.text).toContain("nodejs_eventloop_lag_p99_seconds");
    expect(metrics.text).toContain("mine 1");
    expect((await get("/")).status).toBe(404);
    expect((await get("/metrics/../etc")).status).toBe(404);
  });
});
