import { afterAll, beforeEach, describe, expect, it } from "vitest";
import { newId } from "../../../platform/ids.ts";
import { aCaller } from "../../../testing/builders/a-caller.ts";
import { serveApplication } from "../../../testing/outsiders/ray-serve.ts";
import { type RayServer, startRayServer } from "../../../testing/outsiders/ray-server.ts";
import { useServices } from "../../../testing/rigs/services/services-rig.ts";
import { runApp } from "../../../testing/rigs/start-app.ts";
import { readServe } from "../polling/read-serve.ts";

const ray: RayServer = await startRayServer();
const running = runApp((config) => ({ ...config, clusters: { trustedOrigins: [ray.url], sockets: [] } }));
const rig = useServices(running, ray);

const FOREIGN = {
  name: "foreign",
  route_prefix: "/foreign",
  import_path: "theirs:app",
  runtime_env: { env_vars: { THEIR_KEY: "canary-foreign-env" } },
  deployments: [{ name: "Theirs", num_replicas: 2 }],
};

beforeEach(() => {
  ray.overrides.clear();
  ray.serve.applications.clear();
  Object.assign(ray.serve, { isStarted: false, isHidden: false, writes: [], deployMs: 0, writeMs: 0 });
  ray.serve.beforeWrite = undefined;
  serveApplication(ray.serve, FOREIGN);
});
afterAll(() => ray.close());

const names = () => [...ray.serve.applications.keys()].toSorted();
const configOf = (name: string) => ray.serve.applications.get(name)?.config;
const failureOf = async (id: string) => {
  const found = await rig.settle(id);
  return [found?.status, found?.last_deploy?.status, found?.last_deploy?.message];
};

describe("a deploy of a service", () => {
  it("writes one application, carries those of others and records what Serve shows", async () => {
    const id = await rig.create("caption-one");
    const found = await rig.settle(id);
    expect(found).toMatchObject({
      status: "running",
      replicas_ready: 1,
      replicas_target: 1,
      last_deploy: { number: 1, kind: "create", status: "Finished" },
      deployments: [{ name: "Model", replicas_ready: 1 }],
    });
    // Its owner may not see the addresses of clusters.
    expect(found).toMatchObject({ address: null, route_prefix: "/caption-one" });
    const admin = await aCaller(running.current, { permissions: ["ADMIN_MANAGE_R"] });
    expect((await admin.get(`/api_v1/is/${id}`)).body.address).toBe("http://127.0.0.1:8001/caption-one");
    const outsider = await aCaller(running.current, { permissions: ["ADMIN_MANAGE_R"], role: "labeler" });
    expect((await outsider.get(`/api_v1/is/${id}`)).status).toBe(403);
    const lists = await Promise.all([rig.ada(), admin].map((by) => by.get("/api_v1/is?q=caption-one")));
    expect(lists.map(({ body }) => (body.items as { address: string | null }[])[0]?.address)).toEqual([
      null,
      "http://127.0.0.1:8001/caption-one",
    ]);
    expect(ray.serve.writes).toHaveLength(1);
    expect(ray.serve.writes[0]).toMatchObject({ proxy_location: "HeadOnly", http_options: { port: 8001 } });
    expect(names()).toEqual(["caption-one", "foreign"]);
    expect(configOf("foreign")).toEqual(FOREIGN);
    expect(JSON.stringify([found, running.current.log])).not.toContain("canary");
  });

  it("scales, pauses, resumes, updates and rolls back, each as a numbered deploy", async () => {
    const id = await rig.deployed("caption-two");
    expect((await rig.change(id, { kind: "scale", deployment: "Model", replicas: 3 })).body).toMatchObject({
      status: "updating",
    });
    expect(await rig.settle(id)).toMatchObject({ status: "running", replicas_target: 3 });
    await rig.change(id, { kind: "pause" });
    expect(await rig.settle(id)).toMatchObject({ status: "paused" });
    expect(names()).toEqual(["foreign"]);
    expect((await rig.change(id, { kind: "pause" })).status).toBe(409);
    await rig.change(id, { kind: "resume" });
    expect(await rig.settle(id)).toMatchObject({ status: "running", replicas_target: 3 });
    await rig.change(id, { kind: "rollback", number: 1 });
    const back = await rig.settle(id);
    expect(back).toMatchObject({ replicas_target: 1, config: { deployments: [{ scaling: { replicas: 1 } }] } });
    expect(back?.deploys.map(({ kind, from_number: from }) => [kind, from])).toEqual([
      ["rollback", 1],
      ["resume", null],
      ["pause", null],
      ["scale", null],
      ["create", null],
    ]);
  });

  it("is previewed as an update of what runs, and takes its model along, also back", async () => {
    const { body: secret } = await rig.ada().post("/api_v1/is/secret/save", { name: "update", value: "canary-value" });
    const env = [{ name: "HF_TOKEN", secret_id: String(secret.id) }];
    const id = await rig.deployed("caption-update", { env }, { model: "caption-7b 1" });
    const { config, name } = await rig.get(id);
    const next = { ...config, args: { steps: 20 } };
    const asked = { name, cluster_id: rig.clusterId(), service_id: id, config: next };
    const preview = await rig.ada().post("/api_v1/is/preview", asked);
    expect(preview).toMatchObject({ status: 200, body: { refusal: null } });
    const { applications } = JSON.parse(String(preview.body.put_body));
    expect(applications).toMatchObject([{ name: "foreign" }, { name, args: { steps: 20 } }]);
    expect(preview.body.put_body).not.toContain("canary");
    const stranger = await aCaller(running.current);
    expect((await stranger.post("/api_v1/is/preview", asked)).status).toBe(403);
    const elsewhere = { ...asked, name: "caption-other" };
    expect((await rig.ada().post("/api_v1/is/preview", elsewhere)).status).toBe(404);
    // An administrator keeps the secret of the owner, and cannot take it to another service.
    const admin = await aCaller(running.current, { permissions: ["ADMIN_MANAGE_R"] });
    expect((await admin.post("/api_v1/is/preview", asked)).status).toBe(200);
    expect((await admin.post("/api_v1/is/preview", { ...asked, service_id: undefined })).status).toBe(422);

    await rig.change(id, { kind: "update", config: next, model: "caption-7b 2" });
    expect((await rig.get(id)).model).toBe("caption-7b 1");
    expect(await rig.settle(id)).toMatchObject({ status: "running", model: "caption-7b 2" });
    expect(configOf("caption-update")).toMatchObject({ args: { steps: 20 } });
    await rig.change(id, { kind: "rollback", number: 1 });
    const back = await rig.settle(id);
    expect(back).toMatchObject({ model: "caption-7b 1", config: { args: {} } });
    expect(back?.deploys.map(({ model }) => model)).toEqual(["caption-7b 1", "caption-7b 2", "caption-7b 1"]);
  });

  it("leaves the cluster as it is when the name belongs to an application of others", async () => {
    const id = await rig.create("foreign", { route_prefix: "/mine" });
    const words = "an application called 'foreign' already runs on this cluster and was not deployed from here";
    expect(await failureOf(id)).toEqual(["failed", "Failed", words]);
    await rig.remove(id);
    expect(await rig.settle(id)).toBeUndefined();
    expect([ray.serve.writes.length, configOf("foreign")]).toEqual([0, FOREIGN]);
  });

  it("refuses to write over what someone else changed", async () => {
    const id = await rig.deployed("caption-three");
    const theirs = { ...configOf("caption-three"), name: "caption-three", import_path: "hand.made:app" };
    serveApplication(ray.serve, { ...theirs, deployments: [{ name: "Model" }] });
    await rig.change(id, { kind: "scale", deployment: "Model", replicas: 2 });
    const words = "'caption-three' was changed on the cluster by someone else; nothing was written";
    expect((await failureOf(id)).slice(1)).toEqual(["Failed", words]);
    await rig.remove(id);
    expect((await failureOf(id)).slice(1)).toEqual(["Failed", words]);
    expect(configOf("caption-three")).toMatchObject({ import_path: "hand.made:app" });
  });

  it("writes nothing while the cluster changes between its two reads, and tries again", async () => {
    const id = await rig.create("caption-four");
    let reads = 0;
    ray.overrides.set("/api/serve/applications/", (request, response) => {
      if (request.method === "GET" && ++reads === 2) {
        serveApplication(ray.serve, { name: "newcomer", route_prefix: "/new", deployments: [{ name: "N" }] });
      }
      ray.answer(request, response);
    });
    expect(await rig.settle(id)).toMatchObject({ status: "running" });
    expect(names()).toEqual(["caption-four", "foreign", "newcomer"]);
    expect(ray.serve.writes).toHaveLength(1);
  });

  it("carries nothing it cannot read: an application without a configuration stops the write", async () => {
    serveApplication(ray.serve, { ...FOREIGN, name: "opaque", route_prefix: "/opaque" }, { config: null });
    expect((await failureOf(await rig.create("caption-five")))[2]).toContain(
      "does not report the configuration of 'opaque'",
    );
    expect(ray.serve.writes).toHaveLength(0);
  });

  it("takes no route that belongs to an application of others", async () => {
    const id = await rig.create("caption-route", { route_prefix: "/foreign" });
    expect((await failureOf(id))[2]).toBe("the route /foreign belongs to 'foreign' of this cluster");
    expect(ray.serve.writes).toHaveLength(0);
  });

  it("keeps an application that code deployed, which is in no configuration", async () => {
    serveApplication(
      ray.serve,
      { ...FOREIGN, name: "by-code", route_prefix: "/code" },
      { config: null, source: "imperative" },
    );
    await rig.deployed("caption-six");
    expect(names()).toEqual(["by-code", "caption-six", "foreign"]);
    expect(ray.serve.writes[0]?.applications.map(({ name }) => name)).toEqual(["foreign", "caption-six"]);
  });

  it("records what an attempt wrote before its answer was lost", async () => {
    const id = await rig.create("caption-seven");
    let isCut = false;
    ray.overrides.set("/api/serve/applications/", (request, response) => {
      if (request.method !== "PUT" || isCut) return ray.answer(request, response);
      isCut = true;
      response.end = () => response.destroy() as never;
      ray.answer(request, response);
    });
    expect(await rig.settle(id)).toMatchObject({ status: "running", last_deploy: { status: "Finished" } });
    expect(ray.serve.writes).toHaveLength(1);
  });

  it("writes nothing while Ray cannot find Serve's controller and shows no application", async () => {
    const id = await rig.deployed("caption-hidden");
    ray.serve.isHidden = true;
    setTimeout(() => Object.assign(ray.serve, { isHidden: false }), 700);
    await rig.change(id, { kind: "scale", deployment: "Model", replicas: 2 });
    expect(await rig.settle(id)).toMatchObject({ status: "running", replicas_target: 2 });
    expect(names()).toEqual(["caption-hidden", "foreign"]);
    ray.serve.isHidden = true;
    setTimeout(() => Object.assign(ray.serve, { isHidden: false }), 700);
    await rig.remove(id);
    expect(await rig.settle(id)).toBeUndefined();
    expect(names()).toEqual(["foreign"]);
  });

  it.each([
    ["down", 503, "Health check failed"],
    ["cut-off", 200, "succ"],
  ])("writes nothing while the control service of the cluster is %s, and tries again", async (name, status, text) => {
    const id = await rig.create(`caption-${name}`);
    ray.overrides.set("/api/gcs_healthz", (_request, response) => void response.writeHead(status).end(text));
    setTimeout(() => ray.overrides.clear(), 400);
    expect(await rig.settle(id)).toMatchObject({ status: "running" });
    expect(ray.serve.writes).toHaveLength(1);
  });

  it("puts the value of a secret into the write, and nowhere else", async () => {
    const { body } = await rig.ada().post("/api_v1/is/secret/save", { name: "hf", value: "canary-secret-value" });
    const env = [
      { name: "HF_TOKEN", secret_id: String(body.id) },
      { name: "MODE", value: "fast" },
    ];
    const id = await rig.create("caption-eight", { env });
    const found = await rig.settle(id);
    expect(configOf("caption-eight")).toMatchObject({
      runtime_env: { env_vars: { HF_TOKEN: "canary-secret-value", MODE: "fast" } },
    });
    const served = ray.serve.applications.get("caption-eight");
    Object.assign(served ?? {}, { status: "UNHEALTHY", message: "RuntimeError: canary-secret-value was refused" });
    await rig.change(id, { kind: "scale", deployment: "Model", replicas: 1 });
    const troubled = await rig.settle(id);
    expect(troubled?.message).toBe("RuntimeError: [removed] was refused");
    const preview = await rig.ada().post("/api_v1/is/preview", {
      name: "caption-nine",
      cluster_id: rig.clusterId(),
      config: { ...found?.config, route_prefix: "/nine" },
    });
    expect(preview).toMatchObject({ status: 200, body: { refusal: null } });
    expect(preview.body.put_body).toContain('"HF_TOKEN": "secret ');
    const rows = await running.current.db.selectFrom("inference_service_deploy").selectAll().execute();
    expect(JSON.stringify([found, troubled, preview.body, rows, running.current.log])).not.toContain("canary");
  });

  it.each([
    ["a traceback", 500, "Traceback (most recent call last):\n  File canary-path\nValueError: token=canary-secret"],
    ["HTML", 200, "<script>canary</script>"],
    ["truncated JSON", 200, '{"applications":{"a":{"status":"RUNN'],
    ["a list", 200, "[]"],
  ])("says in our words that a cluster answers with %s", async (_name, status, answer) => {
    const name = `hostile-${newId().slice(-12)}`;
    const id = await rig.create(name);
    ray.overrides.set("/api/serve/applications/", (_request, response) => void response.writeHead(status).end(answer));
    setTimeout(() => ray.overrides.clear(), 400);
    const found = await rig.settle(id);
    expect(found).toMatchObject({ status: "running" });
    expect(JSON.stringify([found, running.current.log])).not.toContain("canary");
  });

  it("keeps of a refusal the field and the reason, not the value", async () => {
    const id = await rig.create("caption-ten");
    const text = [
      "2 validation errors for ServeDeploySchema",
      "applications.1.deployments.0.num_replicas",
      "  Input should be greater than 0 [type=greater_than, input_value='canary', input_type=int]",
      "<img src=x onerror=alert(1)>",
    ].join("\n");
    ray.overrides.set("/api/serve/applications/", (request, response) => {
      if (request.method === "PUT") response.writeHead(400).end(text);
      else ray.answer(request, response);
    });
    const words = "Ray Serve refused: applications.1.deployments.0.num_replicas: Input should be greater than 0";
    expect(await failureOf(id)).toEqual(["failed", "Failed", words]);
  });

  it("never shuts Serve down, also when the last application is deleted", async () => {
    const id = await rig.deployed("caption-last");
    ray.serve.applications.delete("foreign");
    await rig.remove(id);
    expect(await rig.settle(id)).toBeUndefined();
    expect([names(), ray.serve.shutdowns, ray.serve.isStarted]).toEqual([[], 0, true]);
  });
});

describe("a head that lost what it stored", () => {
  const readAgain = async () => {
    running.current.clock.advance(1_000);
    const cluster = await running.current.db
      .selectFrom("cluster")
      .selectAll()
      .where("id", "=", rig.clusterId())
      .executeTakeFirstOrThrow();
    const claimed = { ...cluster, failures: 0, nodes_at: null, polled_by: null };
    await readServe(rig.services(), claimed, { sessionName: ray.sessionName });
  };
  const loseHead = () => {
    ray.sessionName = `session_${newId()}`;
    ray.serve.applications.clear();
    serveApplication(ray.serve, FOREIGN);
  };

  it("gets back the services that it had, with the configuration that was verified last", async () => {
    const [id, paused] = [await rig.deployed("lost-one"), await rig.deployed("lost-paused")];
    await rig.change(id, { kind: "scale", deployment: "Model", replicas: 3 });
    await rig.settle(id);
    await rig.change(paused, { kind: "pause" });
    await rig.settle(paused);
    await readAgain();
    loseHead();
    await readAgain();
    expect(await rig.get(id)).toMatchObject({
      status: "pending",
      last_deploy: { kind: "restore", created_by: "system" },
    });
    await readAgain();
    const back = await rig.settle(id);
    expect(back).toMatchObject({ status: "running", replicas_target: 3, last_deploy: { number: 3 } });
    expect(back?.deploys[0]).toMatchObject({ kind: "restore", status: "Finished", from_number: 2 });
    expect(await rig.get(paused)).toMatchObject({ status: "paused", last_deploy: { kind: "pause" } });
    expect([names(), configOf("foreign")]).toEqual([["foreign", "lost-one"], FOREIGN]);
  });

  it("is not deployed to at every look when it names another session each time", async () => {
    const id = await rig.deployed("lost-often");
    loseHead();
    await readAgain();
    await rig.settle(id);
    loseHead();
    await readAgain();
    expect(await rig.get(id)).toMatchObject({ last_deploy: { kind: "restore", number: 2 } });
    running.current.clock.advance(30_000);
    await readAgain();
    expect(await rig.get(id)).toMatchObject({ last_deploy: { kind: "restore", number: 3 } });
    await rig.settle(id);
  });

  it("is told from one on which someone removed an application, which stays removed", async () => {
    const id = await rig.deployed("removed-one");
    ray.serve.applications.delete("removed-one");
    await readAgain();
    await readAgain();
    expect(await rig.get(id)).toMatchObject({ status: "failed", fault: "missing", last_deploy: { kind: "create" } });
  });

  it("gets a service back once, also when that fails", async () => {
    const id = await rig.deployed("lost-refused");
    loseHead();
    await readAgain();
    serveApplication(ray.serve, { ...FOREIGN, name: "squatter", route_prefix: "/lost-refused" });
    const words = "the route /lost-refused belongs to 'squatter' of this cluster";
    expect((await failureOf(id)).slice(1)).toEqual(["Failed", words]);
    await readAgain();
    expect(await rig.get(id)).toMatchObject({ last_deploy: { kind: "restore", number: 2 } });
  });
});

describe("twenty creates and deletes on one cluster at once", () => {
  it("end with Serve's configuration equal to ours, and the application of others untouched", async () => {
    const doomed = await Promise.all(Array.from({ length: 10 }, (_, at) => rig.deployed(`doomed-${at}`)));
    ray.serve.writeMs = 20;
    // Asked for first, and then all written at once: the app and the workers share the connections of this test.
    const made: string[] = [];
    for (let at = 0; at < 10; at += 1) made.push(await rig.create(`made-${at}`));
    for (const id of doomed) expect((await rig.remove(id)).status).toBe(200);
    const found = await Promise.all([...made, ...doomed].map(rig.settle));
    expect(found.map((each) => each?.status)).toEqual([...Array(10).fill("running"), ...Array(10).fill(undefined)]);
    const { body } = await rig.ada().get(`/api_v1/is?limit=100&status=running&cluster_id=${rig.clusterId()}`);
    const ours = (body.items as { name: string }[]).map(({ name }) => name).filter((name) => name.startsWith("made-"));
    expect(names()).toEqual(["foreign", ...ours]);
    expect(ours).toHaveLength(10);
    expect(configOf("foreign")).toEqual(FOREIGN);
    // Each write changed one application only.
    expect(ray.serve.writes).toHaveLength(30);
  });
});
