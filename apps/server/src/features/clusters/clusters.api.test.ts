import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { newId } from "../../platform/ids.ts";
import { openLog } from "../../platform/observability/log.ts";
import { aCaller, type Caller } from "../../testing/builders/a-caller.ts";
import { type RayServer, startRayServer } from "../../testing/outsiders/ray-server.ts";
import { runApp } from "../../testing/rigs/start-app.ts";
import { listOperations } from "../operation-log/index.ts";
import { type OpenedClusters, openClusters } from "./clusters-deps.ts";
import { claimDueClusters } from "./polling/poll.store.ts";
import { openPollBudgets, pollCluster } from "./polling/poll-cluster.ts";

const ray: RayServer = await startRayServer();
const other: RayServer = await startRayServer();
const running = runApp((config) => ({ ...config, clusters: { trustedOrigins: [ray.url, other.url], sockets: [] } }));
let clusters: OpenedClusters;
let admin: Caller;
let ada: Caller;

beforeAll(async () => {
  const { db, clock, config } = running.current;
  clusters = openClusters({ db, clock: clock.now, secretKeys: config.secretKeys, network: config.clusters });
  admin = await aCaller(running.current, { permissions: ["ADMIN_MANAGE_R"] });
  ada = await aCaller(running.current);
});
beforeEach(async () => {
  ray.overrides.clear();
  ray.jobs.length = 0;
  ray.gpusInUse = 0;
  ray.actors = [];
  await running.current.db.updateTable("cluster").set({ deleted_at: new Date() }).execute();
  await running.current.db.deleteFrom("cluster_state").execute();
});
afterAll(async () => {
  clusters.close();
  await ray.close();
  await other.close();
});

const aBody = (more: object = {}) => ({
  name: `Cluster ${newId()}`,
  address: `${ray.url}/`,
  token: ray.token,
  request_key: newId(),
  ...more,
});
const register = async (more: object = {}) => {
  const { status, body } = await admin.post("/api_v1/ray/cluster/create", aBody(more));
  expect([status, body]).toMatchObject([200, {}]);
  return body as { id: string; revision: number; name: string; address: string };
};
const poll = async () => {
  const { db, clock } = running.current;
  clock.advance(600_000);
  const { log } = openLog({ level: "error", isBuffered: false });
  for (const cluster of await claimDueClusters(db, { limit: 10, leaseS: 60, at: clock.now() })) {
    await pollCluster(
      { ...clusters, log, pollerId: newId(), memories: new Map(), budgets: openPollBudgets() },
      cluster,
    );
  }
};
const jobsOf = async (id: string, kind = "running") =>
  (await ada.get(`/api_v1/ray/clusters/${id}/${kind}-jobs`)).body.items as { id: string; key: string }[];

describe("the register of clusters", () => {
  it("checks the connection, seals the token and writes an audit entry without it", async () => {
    const item = await register();
    expect(item).toMatchObject({ status: "Waiting", has_token: true, address: ray.url });
    const { body } = await ada.get("/api_v1/ray/clusters");
    expect(body).toMatchObject({ total: 1, items: [{ id: item.id, address: null, has_token: true }] });
    const { items } = await listOperations(running.current.db, `cluster:${item.id}`, { limit: 5 });
    expect(items).toMatchObject([{ op_type: "Create_cluster", meta: { token: "set" } }]);
    const stored = await running.current.db.selectFrom("cluster").selectAll().execute();
    const all = JSON.stringify([stored, items, body, running.current.log], (_, value) =>
      value?.type === "Buffer" ? Buffer.from(value.data).toString("latin1") : value,
    );
    expect(all).not.toContain(ray.token);
  });

  it("makes one cluster of two equal requests that come at once", async () => {
    const twice = aBody();
    const [one, two] = await Promise.all([twice, twice].map((each) => admin.post("/api_v1/ray/cluster/create", each)));
    expect([one?.status, two?.status, one?.body.id === two?.body.id]).toEqual([200, 200, true]);
  });

  it("refuses a name or an address that is taken", async () => {
    const { name } = await register();
    expect(await admin.post("/api_v1/ray/cluster/create", aBody({ name: name.toUpperCase() }))).toMatchObject({
      status: 409,
    });
    expect(await admin.post("/api_v1/ray/cluster/create", aBody())).toMatchObject({ status: 409 });
  });

  it.each([
    ["a wrong token", { token: "wrong" }, "the cluster refuses this token"],
    ["no token", { token: null }, "the cluster asks for a token"],
  ])("refuses %s, unless the check is skipped", async (_name, more, words) => {
    const refused = await admin.post("/api_v1/ray/cluster/create", aBody(more));
    expect(refused).toMatchObject({ status: 409, body: { detail: words } });
    expect(await register({ ...more, is_check_skipped: true })).toMatchObject({ status: "Waiting" });
  });

  it.each([
    "http://127.0.0.1:1",
    "http://169.254.169.254/",
    "http://user:pass@ray.example.com",
    "https://ray.example.com/?x=1",
    "ftp://ray.example.com",
    "unix:///var/run/docker.sock",
  ])("refuses the address %s", async (address) => {
    const answer = await admin.post("/api_v1/ray/cluster/create", aBody({ address, is_check_skipped: true }));
    expect(answer).toMatchObject({ status: 422 });
  });

  it("keeps the token when the name changes, and erases it with the address", async () => {
    const item = await register();
    const body = { name: "Renamed", address: ray.url, expect_revision: item.revision };
    const renamed = await admin.post(`/api_v1/ray/cluster/update/${item.id}`, body);
    expect(renamed).toMatchObject({ status: 200, body: { name: "Renamed", has_token: true, revision: 2 } });
    expect(await admin.post(`/api_v1/ray/cluster/update/${item.id}`, body)).toMatchObject({ status: 409 });
    const moved = { ...body, address: other.url, expect_revision: 2 };
    expect(await admin.post(`/api_v1/ray/cluster/update/${item.id}`, moved)).toMatchObject({ status: 409 });
    expect(
      await admin.post(`/api_v1/ray/cluster/update/${item.id}`, { ...moved, is_check_skipped: true }),
    ).toMatchObject({
      status: 200,
      body: { has_token: false, address: other.url },
    });
    expect(other.requests.map(({ headers }) => headers.authorization)).not.toContain(`Bearer ${ray.token}`);
  });

  it("checks a cluster on demand, and removes it with its jobs", async () => {
    const item = await register();
    ray.add({ submission_id: "x" });
    await poll();
    const [job] = await jobsOf(item.id);
    expect(await admin.post(`/api_v1/ray/cluster/check/${item.id}`, {})).toMatchObject({
      body: { is_ok: true, fault: null, ray_version: "2.57.0", is_token_required: true },
    });
    expect(await admin.post(`/api_v1/ray/cluster/delete/${item.id}`, {})).toMatchObject({ status: 200 });
    expect(await ada.get(`/api_v1/ray/clusters/${item.id}/running-jobs`)).toMatchObject({ status: 404 });
    expect(await ada.get(`/api_v1/ray/job/${job?.id}`)).toMatchObject({ status: 404 });
    expect(await admin.post(`/api_v1/ray/cluster/delete/${item.id}`, {})).toMatchObject({ status: 404 });
    const { items } = await listOperations(running.current.db, `cluster:${item.id}`, { limit: 5 });
    expect(items[0]).toMatchObject({ op_type: "Delete_cluster" });
  });

  it("shows clusters to internal users only, and lets administrators change them", async () => {
    const item = await register();
    const outsider = await aCaller(running.current, { role: "labeler", permissions: ["ADMIN_MANAGE_R"] });
    for (const path of ["/api_v1/ray/clusters", `/api_v1/ray/clusters/${item.id}/nodes`]) {
      expect((await outsider.get(path)).status).toBe(403);
    }
    expect((await outsider.post(`/api_v1/ray/cluster/delete/${item.id}`, {})).status).toBe(403);
    expect((await ada.post(`/api_v1/ray/cluster/delete/${item.id}`, {})).status).toBe(403);
  });
});

describe("the jobs of a cluster", () => {
  it("are listed as running and as recent, and found by words", async () => {
    const item = await register();
    ray.add({ submission_id: "run", entrypoint: "python train.py" });
    ray.add({ submission_id: "done", status: "SUCCEEDED", end_time: Date.now(), entrypoint: "python caption_100%.py" });
    ray.add({ submission_id: "bad", status: "FAILED", end_time: Date.now(), error_type: "RUNTIME_ENV_SETUP_FAILURE" });
    await poll();
    expect((await jobsOf(item.id)).map(({ key }) => key)).toEqual(["run"]);
    expect((await jobsOf(item.id, "recent")).map(({ key }) => key).toSorted()).toEqual(["bad", "done"]);
    const found = await ada.get(`/api_v1/ray/clusters/${item.id}/recent-jobs?q=100%25&status=SUCCEEDED`);
    expect(found.body).toMatchObject({ items: [{ key: "done" }], has_more: false });
    expect((await ada.get(`/api_v1/ray/clusters/${item.id}/recent-jobs?q=%25%25`)).body).toMatchObject({ items: [] });
    expect((await ada.get(`/api_v1/ray/clusters/${item.id}/nodes`)).body).toMatchObject({
      total: 2,
      items: [{ hostname: "head-1", is_head: true, gpus: [{ temperature_c: 64 }] }, { state: "DEAD" }],
    });
    expect(await ada.get(`/api_v1/ray/clusters/${newId()}/running-jobs`)).toMatchObject({ status: 404 });
  });

  it("have a page and a log that are read from what is kept", async () => {
    const item = await register();
    ray.add({ submission_id: "logged" });
    ray.logs.set("logged", "\u001b[31mred\u001b[0m <b>bold</b>\n");
    await poll();
    const [job] = await jobsOf(item.id);
    const asked = ray.requests.length;
    expect((await ada.get(`/api_v1/ray/job/${job?.id}`)).body).toMatchObject({
      key: "logged",
      owner: "ada",
      metadata: { owner: "ada" },
      may_stop: false,
      is_stop_typed: false,
    });
    expect((await ada.get(`/api_v1/ray/job/${job?.id}/log`)).body).toMatchObject({
      text: "\u001b[31mred\u001b[0m <b>bold</b>\n",
      is_final: false,
      read_at: running.current.clock.now().toISOString(),
    });
    expect(ray.requests.length).toBe(asked);
  });
});

describe("stopping a job", () => {
  const idOf = async (clusterId: string) => (await jobsOf(clusterId))[0]?.id ?? "";
  const stop = (caller: Caller, id: string, body: object = {}) => caller.post(`/api_v1/ray/job/${id}/stop`, body);

  it("is up to its owner and to administrators, and leaves an audit entry", async () => {
    const item = await register();
    const owner = await aCaller(running.current);
    ray.add({ submission_id: "mine", metadata: { user: owner.username } });
    await poll();
    const id = await idOf(item.id);
    expect(await stop(ada, id)).toMatchObject({ status: 403 });
    expect((await owner.get(`/api_v1/ray/job/${id}`)).body).toMatchObject({ may_stop: true });
    expect(await stop(owner, id)).toMatchObject({
      status: 200,
      body: { stop_asked_by: owner.username, status: "RUNNING" },
    });
    const { items } = await listOperations(running.current.db, `cluster-job:${id}`, { limit: 5 });
    expect(items).toMatchObject([{ op_type: "Stop_cluster_job", user_name: owner.username, meta: { job: "mine" } }]);
    await poll();
    expect(await stop(owner, id)).toMatchObject({ status: 409 });
    expect((await jobsOf(item.id, "recent"))[0]).toMatchObject({ status: "STOPPED" });
  });

  it("is refused for a driver that nobody submitted", async () => {
    const item = await register();
    ray.add({ type: "DRIVER", submission_id: null, job_id: "09000000" });
    await poll();
    expect(await stop(admin, await idOf(item.id))).toMatchObject({ status: 409 });
  });

  it("needs the typed name of a job that holds more than eight GPUs", async () => {
    const item = await register();
    ray.add({ submission_id: "huge", job_id: "05000000", driver_info: { id: "05000000" } });
    ray.gpusInUse = 9;
    ray.actors = [{ job_id: "05000000", name: "Trainer", required_resources: { GPU: 9 } }];
    await poll();
    const id = await idOf(item.id);
    expect((await admin.get(`/api_v1/ray/job/${id}`)).body).toMatchObject({ gpus: 9, is_stop_typed: true });
    expect(await stop(admin, id)).toMatchObject({ status: 422 });
    expect(await stop(admin, id, { typed_name: "hug" })).toMatchObject({ status: 422 });
    expect(await stop(admin, id, { typed_name: "huge" })).toMatchObject({ status: 200 });
  });

  it("says what failed, without the words of Ray, when the cluster does not do it", async () => {
    const item = await register();
    ray.add({ submission_id: "stubborn" });
    await poll();
    const id = await idOf(item.id);
    ray.overrides.set("/api/jobs/stubborn/stop", (_request, response) => {
      response.writeHead(500).end("Traceback canary");
    });
    const answer = await stop(admin, id);
    expect(answer).toMatchObject({
      status: 502,
      body: { detail: "the job was not stopped: the cluster's answer could not be read" },
    });
    expect((await admin.get(`/api_v1/ray/job/${id}`)).body).toMatchObject({ stop_asked_at: null });
  });
});
