import type { AddressInfo } from "node:net";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { newId } from "../../../platform/ids.ts";
import { openLog } from "../../../platform/observability/log.ts";
import { aCaller, type Caller } from "../../../testing/builders/a-caller.ts";
import { eventually } from "../../../testing/eventually.ts";
import { type LiveClient, openLine } from "../../../testing/outsiders/live-client.ts";
import { type RayServer, startRayServer } from "../../../testing/outsiders/ray-server.ts";
import { runApp } from "../../../testing/rigs/start-app.ts";
import { type OpenedClusters, openClusters } from "../clusters-deps.ts";
import { claimDueClusters } from "../polling/poll.store.ts";
import { openPollBudgets, pollCluster } from "../polling/poll-cluster.ts";

const ray: RayServer = await startRayServer();
const running = runApp((config) => ({ ...config, clusters: { trustedOrigins: [ray.url], sockets: [] } }));
const lines: LiveClient[] = [];
let origin = "";
let clusters: OpenedClusters;
let admin: Caller;
let jobId = "";

beforeAll(async () => {
  const { db, clock, config, app } = running.current;
  await app.http.listen({ host: "127.0.0.1", port: 0 });
  origin = `http://127.0.0.1:${(app.http.server.address() as AddressInfo).port}`;
  clusters = openClusters({ db, clock: clock.now, secretKeys: config.secretKeys, network: config.clusters });
  admin = await aCaller(running.current, { permissions: ["ADMIN_MANAGE_R"] });
  const body = { name: "Followed", address: ray.url, token: ray.token, request_key: newId() };
  expect(await admin.post("/api_v1/ray/cluster/create", body)).toMatchObject({ status: 200 });
});
beforeEach(async () => {
  ray.jobs.length = 0;
  const key = `job-${newId()}`;
  ray.add({ submission_id: key, status: "RUNNING" });
  ray.logs.clear();
  ray.logs.set(key, `one\ntoken=${ray.token}\n`);
  await poll();
  const job = await running.current.db
    .selectFrom("cluster_job")
    .select("id")
    .where("job_key", "=", key)
    .executeTakeFirstOrThrow();
  jobId = job.id;
});
afterEach(() => {
  for (const line of lines.splice(0)) line.cut();
});
afterAll(async () => {
  clusters.close();
  await ray.close();
});

const poll = async (): Promise<void> => {
  const { db, clock } = running.current;
  clock.advance(60_000);
  const { log } = openLog({ level: "error", isBuffered: false });
  for (const cluster of await claimDueClusters(db, { limit: 10, leaseS: 1, at: clock.now() })) {
    await pollCluster(
      { ...clusters, log, pollerId: newId(), memories: new Map(), budgets: openPollBudgets() },
      cluster,
    );
  }
};
const watch = async (caller: Caller, id = jobId): Promise<LiveClient> => {
  const line = await openLine({ url: `${origin}/api_v1/ray/job/${id}/log/live`, cookies: caller.cookies });
  lines.push(line);
  return line;
};
const hears = (line: LiveClient, words: string) =>
  eventually(() => (line.text.includes(words) ? true : undefined), 10_000);
const opened = () => ray.requests.filter(({ path }) => path === "/api/v0/logs/stream").length;
const write = (text: string): void => {
  const [key = ""] = ray.logs.keys();
  ray.logs.set(key, (ray.logs.get(key) ?? "") + text);
};

describe("the live log of a job", () => {
  it("goes to all its viewers through one reader, without secrets", async () => {
    const before = opened();
    const [first, second] = [await watch(admin), await watch(await aCaller(running.current))];
    for (const line of [first, second]) await hears(line, "one\\ntoken=[removed]\\n");
    write("two\n");
    for (const line of [first, second]) await hears(line, "two\\n");
    expect(opened()).toBe(before + 1);
    expect(first.headers["content-type"]).toContain("text/event-stream");
    expect(first.text + second.text).not.toContain(ray.token);
  });

  it("ends with the job", async () => {
    const line = await watch(admin);
    await hears(line, "one");
    for (const job of ray.jobs) job.status = "SUCCEEDED";
    await poll();
    await hears(line, "event: end");
    await eventually(() => (line.isClosed ? true : undefined));
    expect((await watch(admin)).status).toBe(409);
  });

  it("ends with the session of its viewer", async () => {
    const ada = await aCaller(running.current);
    const line = await watch(ada);
    await hears(line, "one");
    await running.current.db.deleteFrom("session").where("user_id", "=", ada.id).execute();
    await eventually(() => (line.isClosed ? true : undefined));
  });

  it("is for internal users, and for jobs that are known", async () => {
    const outsider = await aCaller(running.current, { role: "labeler" });
    expect((await watch(outsider)).status).toBe(403);
    expect((await watch(admin, newId())).status).toBe(404);
  });

  it("is refused beyond a few logs of one person", async () => {
    const ada = await aCaller(running.current);
    for (let index = 0; index < 3; index += 1) expect((await watch(ada)).status).toBe(200);
    expect((await watch(ada)).status).toBe(503);
    expect((await watch(admin)).status).toBe(200);
  });

  it("tells why nothing comes", async () => {
    ray.overrides.set("/api/v0/logs/stream", (_, response) => void response.writeHead(403).end());
    const line = await watch(admin);
    await hears(line, '{"fault":"token_refused"}');
    ray.overrides.clear();
    await hears(line, "one");
  });
});
