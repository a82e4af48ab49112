import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import type { ServiceItem } from "@dailies/contract";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { newId } from "../../platform/ids.ts";
import { openLog } from "../../platform/observability/log.ts";
import { aCaller, type Caller } from "../../testing/builders/a-caller.ts";
import { serveApplication } from "../../testing/outsiders/ray-serve.ts";
import { type RayServer, startRayServer } from "../../testing/outsiders/ray-server.ts";
import { aServiceConfig } from "../../testing/rigs/services/services-rig.ts";
import { runApp } from "../../testing/rigs/start-app.ts";
import { listOperations } from "../operation-log/index.ts";
import { type OpenedServices, openServices } from "./inference-services-deps.ts";
import { checkEndpoint } from "./polling/check-endpoint.ts";
import { claimDueEndpoints } from "./polling/endpoint.store.ts";
import { readServe } from "./polling/read-serve.ts";

const ray: RayServer = await startRayServer();
let health = 200;
const endpoint: Server = createServer((_request, response) => response.writeHead(health).end("<b>canary-body</b>"));
await new Promise<void>((listening) => endpoint.listen(0, "127.0.0.1", listening));
const origin = `http://127.0.0.1:${(endpoint.address() as AddressInfo).port}`;
const running = runApp((config) => ({
  ...config,
  performerOrigins: [origin],
  clusters: { trustedOrigins: [ray.url], sockets: [] },
}));
const { log } = openLog({ level: "error", isBuffered: false });
let services: OpenedServices;
let ada: Caller;
let ben: Caller;
let admin: Caller;
let clusterId: string;

beforeAll(async () => {
  const { db, clock, config } = running.current;
  const { secretKeys, clusters: network, performerOrigins: serviceOrigins } = config;
  services = openServices({ db, clock: clock.now, secretKeys, network, serviceOrigins });
  admin = await aCaller(running.current, { permissions: ["ADMIN_MANAGE_R"] });
  [ada, ben] = [await aCaller(running.current), await aCaller(running.current)];
  const registered = { name: "Lab", address: ray.url, token: ray.token, request_key: newId() };
  clusterId = String((await admin.post("/api_v1/ray/cluster/create", registered)).body.id);
});
beforeEach(async () => {
  health = 200;
  ray.overrides.clear();
  ray.serve.applications.clear();
  await running.current.db.updateTable("inference_service").set({ deleted_at: new Date() }).execute();
  await running.current.db.updateTable("inference_service_state").set({ next_poll_at: null }).execute();
});
afterAll(async () => {
  services.close();
  await ray.close();
  endpoint.closeAllConnections();
  endpoint.close();
});

const anEndpoint = (more: object = {}) => ({
  kind: "HTTP endpoint",
  name: `e-${newId()}`,
  address: origin,
  health_address: `${origin}/health`,
  request_key: newId(),
  ...more,
});
const aServeService = (name: string, more: object = {}) => ({
  kind: "Ray Serve",
  name,
  cluster_id: clusterId,
  config: aServiceConfig(name),
  request_key: newId(),
  ...more,
});
const create = async (body: object, by: Caller = ada): Promise<ServiceItem> => {
  const { status, body: made } = await by.post("/api_v1/is", body);
  expect([status, made]).toMatchObject([200, {}]);
  return made as unknown as ServiceItem;
};
const remove = (id: string, { cookies }: Caller = ada) =>
  running.current.call(`/api_v1/is/${id}`, { method: "DELETE", cookies });
const list = async (query = "", by: Caller = ada) =>
  (await by.get(`/api_v1/is?${query}`)).body as { items: ServiceItem[]; next_cursor: string | null };
const checkAll = async () => {
  const { db, clock } = running.current;
  clock.advance(600_000);
  for (const due of await claimDueEndpoints(db, { limit: 100, leaseS: 30, at: clock.now() })) {
    await checkEndpoint({ ...services, log }, due);
  }
};
const readCluster = async () => {
  const row = await running.current.db
    .selectFrom("cluster")
    .selectAll()
    .where("id", "=", clusterId)
    .executeTakeFirstOrThrow();
  running.current.clock.advance(1_000);
  const claimed = { ...row, failures: 0, nodes_at: null, polled_by: null };
  await readServe(services, claimed, { sessionName: ray.sessionName });
};

describe("a registered endpoint", () => {
  it("is pending, running and unhealthy, as its health address says", async () => {
    const { id } = await create(anEndpoint({ name: "captions" }));
    expect((await list()).items).toMatchObject([{ id, status: "pending", facts_at: null, is_stale: false }]);
    await checkAll();
    expect((await list()).items).toMatchObject([{ status: "running", fault: null, address: origin }]);
    health = 503;
    await checkAll();
    expect((await list("status=unhealthy")).items).toMatchObject([{ id, fault: "bad_status" }]);
    expect(JSON.stringify([await list(), running.current.log])).not.toContain("canary");
    health = 302;
    await checkAll();
    expect((await list()).items).toMatchObject([{ status: "unhealthy" }]);
  });

  it("is made once by two equal requests that come at once", async () => {
    const twice = anEndpoint();
    const [one, two] = await Promise.all([create(twice), create(twice)]);
    expect(one.id).toBe(two.id);
    expect(await ben.post("/api_v1/is", twice)).toMatchObject({ status: 409 });
  });

  it("is deleted by its owner or an administrator, and by nobody else", async () => {
    const [one, two] = [await create(anEndpoint()), await create(anEndpoint())];
    expect((await remove(one.id, ben)).status).toBe(403);
    expect((await ben.get(`/api_v1/is/${one.id}/callers`)).status).toBe(403);
    expect((await remove(one.id)).status).toBe(200);
    expect((await remove(two.id, admin)).status).toBe(200);
    expect((await remove(one.id)).status).toBe(404);
    const { items } = await listOperations(running.current.db, `inference-service:${two.id}`, { limit: 5 });
    expect(items.map((each) => each.op_type)).toEqual(["Delete_inference_service", "Create_inference_service"]);
  });

  it.each(["http://127.0.0.1:1", "http://169.254.169.254/latest", "http://user:pass@example.com", "ftp://example.com"])(
    "cannot be at %s",
    async (address) => {
      expect(await ada.post("/api_v1/is", anEndpoint({ health_address: address }))).toMatchObject({ status: 422 });
    },
  );

  it("shows who called it through a performer", async () => {
    const { id } = await create(anEndpoint());
    expect((await ada.get(`/api_v1/is/${id}/callers`)).body).toEqual({ items: [], performers: [] });
  });
});

describe("the list of services", () => {
  it("comes in pages by name, of any number of services", async () => {
    for (const at of [1, 2, 3, 4, 5]) await create(anEndpoint({ name: `page-${at}`, model: at === 3 ? "wan_2" : "" }));
    const first = await list("limit=2");
    expect([first.items.map(({ name }) => name), first.next_cursor]).toEqual([["page-1", "page-2"], "page-2"]);
    const last = await list("limit=3&cursor=page-2");
    expect([last.items.map(({ name }) => name), last.next_cursor]).toEqual([["page-3", "page-4", "page-5"], null]);
    expect((await list("q=WAN_2")).items.map(({ name }) => name)).toEqual(["page-3"]);
    expect((await list("q=%25")).items).toEqual([]);
  });
});

describe("a service on a cluster", () => {
  const served = async (name: string) => {
    const { id } = await create(aServeService(name));
    const { db, clock } = running.current;
    await db
      .updateTable("inference_service_deploy")
      .set({ status: "Finished", ended_at: clock.now() })
      .where("service_id", "=", id)
      .execute();
    const applied = { put_number: 1, applied_number: 1, applied_sha256: "x" };
    await db.updateTable("inference_service").set(applied).where("id", "=", id).execute();
    return id;
  };
  const app = (name: string) => ({ name, route_prefix: `/${name}`, deployments: [{ name: "Model", num_replicas: 2 }] });

  it("waits for its deploy, and refuses another change until that has ended", async () => {
    const item = await create(aServeService("waits"));
    expect(item).toMatchObject({ status: "pending", may_change: true, last_deploy: { number: 1, status: "Waiting" } });
    const asked = { kind: "pause", expect_revision: item.revision, request_key: newId() };
    expect((await ada.post(`/api_v1/is/${item.id}/deploy`, asked)).status).toBe(409);
    expect((await ben.post(`/api_v1/is/${item.id}/deploy`, asked)).status).toBe(403);
    expect((await remove(item.id)).status).toBe(409);
  });

  it.each([
    ["RUNNING", "HEALTHY", "running"],
    ["RUNNING", "UPSCALING", "updating"],
    ["DEPLOYING", "UPDATING", "deploying"],
    ["DEPLOY_FAILED", "DEPLOY_FAILED", "failed"],
    ["UNHEALTHY", "UNHEALTHY", "unhealthy"],
    ["NOT_STARTED", "UPDATING", "pending"],
    ["A_LATER_RELEASE", "HEALTHY", "unhealthy"],
  ])("that Serve calls %s with %s is %s", async (status, deployment, unified) => {
    const id = await served("mapped");
    serveApplication(ray.serve, app("mapped"), {
      status,
      deployments: { Model: { status: deployment, message: "", target_num_replicas: 2, replicas: [] } },
    });
    await readCluster();
    expect((await ada.get(`/api_v1/is/${id}`)).body).toMatchObject({ status: unified, replicas_target: 2 });
  });

  it("that Serve forgot has failed and says why; facts stay with their age while Serve does not answer", async () => {
    const id = await served("forgotten");
    serveApplication(ray.serve, app("forgotten"));
    serveApplication(ray.serve, { ...app("theirs"), runtime_env: { env_vars: { KEY: "canary-env" } } });
    await readCluster();
    const get = async () => (await ada.get(`/api_v1/is/${id}`)).body;
    const known = await get();
    expect(known).toMatchObject({ status: "running", replicas_ready: 2, is_stale: false });
    ray.overrides.set("/api/serve/", (_request, response) => {
      response.writeHead(500).end("Traceback (most recent call last):\n canary-traceback");
    });
    await readCluster();
    expect(await get()).toMatchObject({
      status: "running",
      fault: "bad_answer",
      is_stale: true,
      facts_at: known.facts_at,
    });
    ray.overrides.clear();
    ray.serve.applications.delete("forgotten");
    await readCluster();
    expect(await get()).toMatchObject({ status: "failed", fault: "missing", replicas_ready: 0 });
    const { body } = await ada.get("/api_v1/is/clusters");
    expect(body).toMatchObject({ items: [{ id: clusterId, foreign: [{ name: "theirs", status: "RUNNING" }] }] });
    const rows = await running.current.db.selectFrom("cluster_serve").selectAll().execute();
    expect(JSON.stringify([await get(), body, rows, running.current.log])).not.toContain("canary");
  });

  it("keeps of a traceback its last line, without paths and secrets", async () => {
    const id = await served("broken");
    const message = [
      "Traceback (most recent call last):",
      '  File "/srv/canary/lib/app.py", line 1, in <module>',
      "ValueError: could not read /data/canary/model.bin with token=canary-token",
    ].join("\n");
    serveApplication(ray.serve, app("broken"), { status: "DEPLOY_FAILED", message });
    await readCluster();
    const { body } = await ada.get(`/api_v1/is/${id}`);
    expect(body.message).toBe("ValueError: could not read …/model.bin with token=[removed]");
  });

  it("shows replicas that died, the newest first, and reads no more of them than fit a page", async () => {
    const id = await served("dying");
    const dead = (at: number) => ({ replica_id: `dead-${at}`, state: "STOPPED", start_time_s: at, node_id: null });
    const replicas = Array.from({ length: 150 }, (_, at) => ({ replica_id: `r-${at}`, state: "RUNNING" }));
    const Model = {
      status: "UNHEALTHY",
      message: "<b>",
      target_num_replicas: 150,
      replicas,
      recent_dead_replicas: [dead(1), dead(2)],
    };
    serveApplication(ray.serve, app("dying"), { status: "UNHEALTHY", deployments: { Model } });
    await readCluster();
    const { body } = await ada.get(`/api_v1/is/${id}`);
    expect(body).toMatchObject({ status: "unhealthy", replicas_ready: 150 });
    const [facts] = body.deployments as [
      { dead_replicas: { replica_id: string }[]; replicas: object[]; left_out: number },
    ];
    expect(facts.dead_replicas.map(({ replica_id: name }) => name)).toEqual(["dead-2", "dead-1"]);
    expect([facts.replicas.length, facts.left_out]).toEqual([100, 50]);
  });

  it("is previewed with what would be written, without the configuration of others", async () => {
    serveApplication(ray.serve, { ...app("theirs"), args: { key: "canary-args" } });
    const asked = { name: "mine", cluster_id: clusterId, config: aServiceConfig("mine") };
    const { body } = await ada.post("/api_v1/is/preview", asked);
    expect(body).toMatchObject({ refusal: null, fit: { is_fit: null, asked: { cpu: 1, gpu: 0 } } });
    expect(JSON.parse(String(body.put_body)).applications).toMatchObject([
      { name: "theirs" },
      { import_path: "captioner.serve:app" },
    ]);
    expect(body.put_body).not.toContain("canary");
    const taken = { ...asked, name: "theirs" };
    expect((await ada.post("/api_v1/is/preview", taken)).body.refusal).toContain("already runs on this cluster");
  });

  it("says whether it fits from the resources that were last read", async () => {
    const usage = { used: 2, total: 8 };
    const resources = JSON.stringify({ cpu: usage, gpu: usage, memory: null, object_store: null, pending: [] });
    await running.current.db.updateTable("cluster_state").set({ resources, resources_at: new Date() }).execute();
    const fitOf = async (gpus: number, replicas: number) => {
      const scaling = { mode: "fixed", replicas };
      const config = aServiceConfig("fits", { deployments: [{ name: "Model", scaling, cpus: 1, gpus }] });
      const { body } = await ada.post("/api_v1/is/preview", { name: "fits", cluster_id: clusterId, config });
      return (body.fit as { is_fit: boolean }).is_fit;
    };
    expect([await fitOf(3, 2), await fitOf(4, 2), await fitOf(0, 7)]).toEqual([true, false, false]);
  });

  it("may refer to secrets of its creator only", async () => {
    const { body } = await ada.post("/api_v1/is/secret/save", { name: "mine", value: "canary" });
    const env = [{ name: "KEY", secret_id: String(body.id) }];
    const config = aServiceConfig("refers", { env });
    expect(await ben.post("/api_v1/is", aServeService("refers", { config }))).toMatchObject({ status: 422 });
    expect((await ben.get("/api_v1/is/secrets")).body).toEqual({ items: [] });
    expect((await ben.post(`/api_v1/is/secret/delete/${body.id}`, {})).status).toBe(404);
    await create(aServeService("refers", { config }));
    expect((await ada.get("/api_v1/is/secrets")).body).toMatchObject({
      items: [{ name: "mine", owner: ada.username, is_own: true, used_by: [{ name: "refers" }] }],
    });
    expect(await ada.post(`/api_v1/is/secret/delete/${body.id}`, {})).toMatchObject({
      status: 409,
      body: { detail: "services refer to this secret: 'refers'" },
    });
    await running.current.db.updateTable("inference_service").set({ deleted_at: new Date() }).execute();
    expect((await ada.post(`/api_v1/is/secret/delete/${body.id}`, {})).status).toBe(200);
  });

  it("refers to secrets whose names an administrator sees and removes, and whose values nobody reads", async () => {
    await ada.post("/api_v1/is/secret/save", { name: "left-behind", value: "canary" });
    expect((await ben.get("/api_v1/is/secrets?scope=all")).status).toBe(403);
    const { body } = await admin.get("/api_v1/is/secrets?scope=all");
    const items = body.items as { id: string; name: string; owner: string; is_own: boolean }[];
    const found = items.find(({ name }) => name === "left-behind");
    expect(found).toMatchObject({ owner: ada.username, is_own: false, used_by: [] });
    expect(JSON.stringify(body)).not.toContain("canary");
    expect((await admin.post(`/api_v1/is/secret/delete/${found?.id}`, {})).status).toBe(200);
  });

  it.each([
    ["an import path with a space", { import_path: "os; rm:app" }],
    ["a route to Serve's own pages", { route_prefix: "/-/healthz" }],
    ["a working directory on the machines", { working_dir: "file:///etc/x.zip" }],
    ["no deployment", { deployments: [] }],
  ])("is refused with %s", async (_name, config) => {
    expect(
      await ada.post("/api_v1/is", aServeService("wrong", { config: aServiceConfig("wrong", config) })),
    ).toMatchObject({ status: 422 });
  });
});
