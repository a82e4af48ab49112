import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type RayServer, startRayServer } from "../../testing/outsiders/ray-server.ts";
import { createOutgoing, type Outgoing } from "../http-client/outgoing.ts";
import { createRayClient, type RayClient, readJob } from "./ray-client.ts";

let ray: RayServer;
let outgoing: Outgoing;
let client: RayClient;

beforeAll(async () => {
  ray = await startRayServer();
  outgoing = createOutgoing({ trustedOrigins: [ray.url], maxRedirects: 0 });
  client = createRayClient({ outgoing, address: ray.url, token: ray.token, timeoutMs: 400 });
});
beforeEach(() => ray.overrides.clear());
afterAll(async () => {
  outgoing.close();
  await ray.close();
});

const faultOf = (act: () => Promise<unknown>): Promise<string> =>
  act().then(
    () => "none",
    (error: { fault?: string }) => error.fault ?? "another error",
  );

describe("the Ray client", () => {
  it("reads version, health, jobs, resources and nodes", async () => {
    ray.add({ submission_id: "one" });
    await client.checkHealth();
    expect(await client.readVersion()).toEqual({ rayVersion: "2.57.0", sessionName: ray.sessionName });
    expect(await client.isTokenRequired()).toBe(true);
    const entries = (await client.listJobs()).entries();
    expect(entries.map((entry) => readJob(entry)?.submission_id)).toEqual(["one"]);
    expect((await client.listNodes()).items).toHaveLength(2);
    expect((await client.readClusterStatus()).data.clusterStatus?.loadMetricsReport?.usage?.CPU).toEqual([3, 8]);
  });

  it("sends no header by which Ray would take it for a browser", async () => {
    ray.add({ submission_id: "stopped-by-client" });
    expect(await client.stopJob("stopped-by-client")).toBe(true);
    expect(await client.stopJob("stopped-by-client")).toBe(false);
    const names = Object.keys(ray.requests.at(-1)?.headers ?? {});
    expect(names.filter((name) => /^(origin|referer|sec-)/.test(name))).toEqual([]);
  });

  it("tells a missing token from a refused one", async () => {
    const without = createRayClient({ outgoing, address: ray.url, token: null });
    const wrong = createRayClient({ outgoing, address: ray.url, token: "wrong" });
    expect(await faultOf(() => without.listJobs())).toBe("token_missing");
    expect(await faultOf(() => wrong.listJobs())).toBe("token_refused");
  });

  it("does not wait for a cluster that accepts and never answers", async () => {
    ray.overrides.set("/api/jobs/", () => undefined);
    const began = performance.now();
    expect(await faultOf(() => client.listJobs())).toBe("timeout");
    expect(performance.now() - began).toBeLessThan(2_000);
  });

  it("does not wait for an answer that trickles", async () => {
    ray.overrides.set("/api/jobs/", (_request, response) => {
      response.writeHead(200).write("[");
      const timer = setInterval(() => response.write(" "), 50);
      response.on("close", () => clearInterval(timer));
    });
    expect(await faultOf(() => client.listJobs())).toBe("timeout");
  });

  it.each([
    ["HTML", "<script>alert(1)</script>", "bad_answer"],
    ["truncated JSON", '[{"type":"SUBMISSION","submission_id":"x"', "bad_answer"],
    ["an object", '{"jobs":[]}', "bad_answer"],
    ["deep nesting", "[".repeat(200_000), "bad_answer"],
    ["nothing", "", "bad_answer"],
  ])("reports a list of jobs that is %s", async (_name, body, fault) => {
    ray.overrides.set("/api/jobs/", (_request, response) => void response.writeHead(200).end(body));
    expect(await faultOf(async () => (await client.listJobs()).entries())).toBe(fault);
  });

  it("reports a connection that breaks in the middle", async () => {
    ray.overrides.set("/api/jobs/", (_request, response) => {
      response.writeHead(200, { "content-length": "1000" }).write("[");
      setTimeout(() => response.destroy(), 20);
    });
    expect(await faultOf(() => client.listJobs())).toBe("unreachable");
  });

  it("never passes on the text of an error", async () => {
    const traceback = "Traceback (most recent call last):\n  File canary-path, line 1\nValueError: canary-text";
    ray.overrides.set("/api/jobs/", (_request, response) => void response.writeHead(500).end(traceback));
    const error = await client.listJobs().catch((caught: Error) => caught);
    expect(error).toMatchObject({ fault: "bad_answer", message: "Ray answered 500" });
    expect(JSON.stringify([error, (error as Error).stack])).not.toContain("canary");
  });

  it("skips jobs of an unknown shape and counts them", async () => {
    const bodies = [{ type: "SUBMISSION" }, null, "job", { ...ray.jobs[0], metadata: 7, start_time: "soon" }];
    ray.overrides.set("/api/jobs/", (_request, response) => void response.writeHead(200).end(JSON.stringify(bodies)));
    const entries = (await client.listJobs()).entries();
    const items = entries.map(readJob).filter((job) => job !== undefined);
    expect([items.length, entries.length, items[0]?.metadata, items[0]?.start_time]).toEqual([1, 4, null, null]);
  });

  it("follows no redirect, so that the token stays with its origin", async () => {
    ray.overrides.set("/api/version", (_request, response) => {
      response.writeHead(302, { location: "/login" }).end();
    });
    expect(await faultOf(() => client.readVersion())).toBe("bad_answer");
  });

  it("says that another server is no Ray dashboard", async () => {
    ray.overrides.set("/api/gcs_healthz", (_request, response) => void response.writeHead(200).end("<html></html>"));
    ray.overrides.set("/api/version", (_request, response) => void response.writeHead(200).end('{"version":1}'));
    expect(await faultOf(() => client.checkHealth())).toBe("not_ray");
    expect(await faultOf(() => client.readVersion())).toBe("not_ray");
    ray.overrides.set(
      "/api/gcs_healthz",
      (_request, response) => void response.writeHead(503).end("Health check failed"),
    );
    expect(await faultOf(() => client.checkHealth())).toBe("gcs_down");
  });

  it("calls a private address only when the operator has listed it", async () => {
    const strict = createOutgoing({ trustedOrigins: [] });
    const refused = createRayClient({ outgoing: strict, address: ray.url, token: null });
    expect(await faultOf(() => refused.checkHealth())).toBe("forbidden_address");
    strict.close();
  });

  it("reaches a cluster behind the Unix socket of its origin", async () => {
    const folder = await mkdtemp(join(tmpdir(), "ray-"));
    const path = join(folder, "s");
    const server = createServer((_request, response) => void response.end("success")).listen(path);
    await once(server, "listening");
    const local = createOutgoing({ trustedOrigins: [], sockets: [{ origin: "http://ray.localhost", path }] });
    await createRayClient({ outgoing: local, address: "http://ray.localhost", token: null }).checkHealth();
    const other = createRayClient({ outgoing: local, address: "http://other.localhost", token: null });
    expect(await faultOf(() => other.checkHealth())).toBe("forbidden_address");
    local.close();
    server.close();
    await rm(folder, { recursive: true });
  });
});
