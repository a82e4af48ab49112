import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { newId } from "../../../platform/ids.ts";
import { openLog } from "../../../platform/observability/log.ts";
import { programContext } from "../../../request-context.ts";
import { aRecordedJob, type RayAnswer, type RayServer, startRayServer } from "../../../testing/outsiders/ray-server.ts";
import { testConfig, testDatabase } from "../../../testing/test-database.ts";
import { openClusters } from "../clusters-deps.ts";
import { createCluster } from "../registration/create-cluster.ts";
import { deleteCluster } from "../registration/delete-cluster.ts";
import { claimDueClusters } from "./poll.store.ts";
import { openPollBudgets, pollCluster } from "./poll-cluster.ts";

const database = testDatabase();
const CANARY = "canary-hostile-81d2";
const TRACEBACK = `\u001b[31mTraceback (most recent call last):\u001b[0m
  File "/srv/${CANARY}/app.py", line 1
RuntimeError: password=${CANARY} of https://me:${CANARY}@db`;
const HTML = `<html><img src=x onerror=alert("${CANARY}")><script>alert("${CANARY}")</script></html>`;

const answer =
  (status: number, body: string | Buffer, headers: Record<string, string> = {}): RayAnswer =>
  (_request, response) =>
    void response.writeHead(status, headers).end(body);

/** Never ends by itself: the client has to stop reading. */
const endless: RayAnswer = (_request, response) => {
  response.writeHead(200, { "content-type": "application/json" });
  const chunk = Buffer.from(`${CANARY} `.repeat(50_000));
  const more = (): void => {
    while (!response.destroyed && response.write(chunk));
  };
  response.on("drain", more);
  more();
};

const ANSWERS: Readonly<Record<string, RayAnswer>> = {
  "HTML with success": answer(200, HTML, { "content-type": "text/html" }),
  "HTML with a failure": answer(502, HTML, { "content-type": "text/html" }),
  "a traceback with colours": answer(500, TRACEBACK),
  "a traceback instead of a list": answer(200, TRACEBACK, { "content-type": "application/json" }),
  "truncated JSON": answer(200, `[{"type":"SUBMISSION","entrypoint":"${CANARY}`),
  "another shape": answer(200, JSON.stringify({ [CANARY]: [CANARY], data: CANARY, applications: CANARY })),
  "deep nesting": answer(200, `${"[".repeat(200_000)}"${CANARY}"${"]".repeat(200_000)}`),
  "bytes that are no text": answer(200, Buffer.concat([Buffer.from([0xff, 0xfe, 0x00]), Buffer.from(CANARY)])),
  "a redirect to a login": answer(302, HTML, { location: `http://login.test/?token=${CANARY}` }),
  "a compressed bomb": answer(200, gzipSync(Buffer.alloc(60 * 1024 ** 2, "x")), { "content-encoding": "gzip" }),
  "an answer without end": endless,
};

const polledBy = async (ray: RayServer) => {
  const lines: string[] = [];
  const { log } = openLog({ level: "debug", isBuffered: false, to: { write: (line: string) => lines.push(line) } });
  const { db } = database.current;
  const network = { trustedOrigins: [ray.url], sockets: [] };
  const clusters = openClusters({ db, clock: () => new Date(), secretKeys: testConfig().secretKeys, network });
  const id = await createCluster(clusters, programContext("tester", newId(), new Date(Date.now() - 1_000)), {
    input: { name: `Cluster ${newId()}`, kind: "Ray", address: ray.url, namespace: null },
    token: ray.token,
    requestKey: newId(),
    isCheckSkipped: true,
  });
  const due = await claimDueClusters(db, { limit: 100, leaseS: 60, at: new Date() });
  const mine = due.find((cluster) => cluster.id === id);
  if (!mine) throw new Error("the cluster is not due");
  const deps = { ...clusters, log, pollerId: newId(), memories: new Map(), budgets: openPollBudgets() };
  const result = await pollCluster(deps, mine).finally(() => clusters.close());
  const state = await db.selectFrom("cluster_state").selectAll().where("cluster_id", "=", id).executeTakeFirstOrThrow();
  const jobs = await db.selectFrom("cluster_job").selectAll().where("cluster_id", "=", id).execute();
  // The next server may get the same port.
  await deleteCluster(clusters, programContext("tester", newId(), new Date()), id);
  return { result, state, jobs, lines };
};

describe("a hostile cluster", () => {
  it.each(Object.entries(ANSWERS))("that answers everything with %s is described in our words", async (_name, bad) => {
    const ray = await startRayServer();
    ray.overrides.set("/", bad);
    ray.overrides.set("/api/gcs_healthz", (request, response) => ray.answer(request, response));
    const { result, state, jobs, lines } = await polledBy(ray).finally(() => ray.close());
    // A list of something else is a list from which everything was left out.
    expect(result.fault ?? result.jobsFault ?? (result.jobsLeftOut ? "left_out" : "")).toMatch(/^[a-z_]+$/);
    expect([jobs, state.resources, state.nodes, state.ray_version]).toEqual([[], null, null, null]);
    const all = JSON.stringify([state, lines], (_, value) => (typeof value === "bigint" ? String(value) : value));
    for (const told of [CANARY, "<script", "Traceback", ray.token]) expect(all).not.toContain(told);
  });

  it("that nests one job too deeply keeps the others, and nothing is believed to be gone", async () => {
    const ray = await startRayServer();
    const job = JSON.stringify(aRecordedJob({ submission_id: "deep", metadata: {} }));
    const nested = job.replace('"metadata":{}', `"metadata":{"a":${"[".repeat(100_000)}${"]".repeat(100_000)}}`);
    const list = `[${nested},${JSON.stringify(aRecordedJob({ submission_id: "kept" }))}]`;
    ray.overrides.set("/api/jobs/", answer(200, list));
    const { result, jobs } = await polledBy(ray).finally(() => ray.close());
    expect(result).toMatchObject({ fault: null, jobsFault: null, jobsLeftOut: 1 });
    expect(jobs).toMatchObject([{ job_key: "kept" }]);
  });

  it.each(Object.entries(ANSWERS))("whose logs are %s keeps its jobs, without secrets", async (_name, bad) => {
    const ray = await startRayServer();
    ray.add({ submission_id: "kept", message: HTML, entrypoint: `python x.py --token ${CANARY}` });
    ray.overrides.set("/api/v0/logs/file", bad);
    ray.overrides.set("/api/data/datasets/", bad);
    const { result, jobs, lines } = await polledBy(ray).finally(() => ray.close());
    expect(result).toMatchObject({ fault: null, jobsFault: null });
    expect(jobs).toMatchObject([{ job_key: "kept", status: "RUNNING", entrypoint: "python x.py --token [removed]" }]);
    for (const told of [CANARY, ray.token]) expect(lines.join("\n")).not.toContain(told);
  });
});
