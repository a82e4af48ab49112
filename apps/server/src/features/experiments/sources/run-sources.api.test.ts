import { randomUUID } from "node:crypto";
import type { Curve, DataExperiment, RunSourceItem } from "@dailies/contract";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { newId } from "../../../platform/ids.ts";
import { openLog } from "../../../platform/observability/log.ts";
import { aCaller, type Caller } from "../../../testing/builders/a-caller.ts";
import { aPackage, aPackageOrigin } from "../../../testing/builders/packages/a-package.ts";
import { aCourse, type MlflowServer, startMlflowServer } from "../../../testing/outsiders/mlflow-server.ts";
import { runDataRig } from "../../../testing/rigs/data-rig.ts";
import {
  type ExperimentsRig,
  openExperiments,
  type RunsPage,
} from "../../../testing/rigs/experiments/experiments-rig.ts";
import { runApp } from "../../../testing/rigs/start-app.ts";
import { listOperations } from "../../operation-log/index.ts";
import { type OpenedRunSources, openRunSources } from "./run-sources-deps.ts";
import { claimDueSources, removeRunsOfDeletedSources } from "./sync/poll.store.ts";
import { pollSource } from "./sync/poll-source.ts";

const mlflow: MlflowServer = await startMlflowServer();
const other: MlflowServer = await startMlflowServer();
const running = runApp((config) => ({ ...config, runSourceOrigins: [mlflow.url, other.url] }));
const data = runDataRig(running);
let rig: ExperimentsRig;
let sources: OpenedRunSources;
let admin: Caller;
let guest: Caller;

const TOKEN = "canary-token-5512";

beforeAll(async () => {
  const { db, clock, config } = running.current;
  rig = await openExperiments(running.current);
  const { secretKeys, runSourceOrigins: trustedOrigins } = config;
  sources = openRunSources({ db, clock: clock.now, secretKeys, trustedOrigins });
  admin = await aCaller(running.current, { permissions: ["ADMIN_MANAGE_R"] });
  guest = await aCaller(running.current, { role: "partner", permissions: ["USE_VERSION_1_0"] });
});
beforeEach(async () => {
  const { db, clock } = running.current;
  for (const server of [mlflow, other]) {
    server.overrides.clear();
    server.runs.length = 0;
    server.requests.length = 0;
    server.authorization = undefined;
    server.experiments.length = 1;
  }
  await db.updateTable("run_source").set({ deleted_at: clock.now() }).where("deleted_at", "is", null).execute();
  await db.deleteFrom("run_source_state").execute();
  for (let removed = 1; removed > 0; ) removed = await removeRunsOfDeletedSources(db, 500, clock.now());
});
afterAll(async () => {
  sources.close();
  await mlflow.close();
  await other.close();
});

const register = async (more: object = {}): Promise<RunSourceItem> => {
  const body = { name: `Lab ${newId().slice(-6)}`, address: `${mlflow.url}/`, request_key: newId(), ...more };
  const { status, body: made } = await admin.post("/api_v1/experiment/source/create", body);
  expect([status, made]).toMatchObject([200, {}]);
  return made as unknown as RunSourceItem;
};
/** Polls what is due as the worker would, after the longest backoff. */
const poll = async (): Promise<void> => {
  const { db, clock } = running.current;
  clock.advance(600_000);
  const { log } = openLog({ level: "error", isBuffered: false });
  for (const source of await claimDueSources(db, { limit: 10, leaseS: 60, at: clock.now() })) {
    await pollSource({ ...sources, log }, source);
  }
};
const sourceOf = async ({ id }: RunSourceItem): Promise<RunSourceItem | undefined> => {
  const { body } = await rig.reader.get("/api_v1/experiment/sources");
  return (body.items as RunSourceItem[]).find((each) => each.id === id);
};
const runsOf = ({ id }: RunSourceItem, query: Record<string, string> = {}): Promise<RunsPage> =>
  rig.list({ source_id: id, metric: "loss", param: "rank", ...query });
const curvesOf = async (ids: readonly string[], query = ""): Promise<Curve[]> => {
  const asked = ids.map((id) => `run_id=${id}`).join("&");
  const { status, body } = await rig.reader.get(`/api_v1/experiment/curves?${asked}&metric=loss${query}`);
  expect([status, body]).toMatchObject([200, {}]);
  return body.items as Curve[];
};

describe("the register of sources", () => {
  it("checks the connection, seals the login and writes an audit entry without it", async () => {
    mlflow.authorization = `Bearer ${TOKEN}`;
    const asked = { name: "Lab", address: mlflow.url, request_key: newId() };
    const refused = await admin.post("/api_v1/experiment/source/create", asked);
    expect(refused).toMatchObject({ status: 409, body: { detail: "the server asks for a login" } });
    const item = await register({ login: { kind: "token", token: TOKEN } });
    expect(item).toMatchObject({ status: "Waiting", login_kind: "token", address: mlflow.url });
    const { body } = await rig.reader.get("/api_v1/experiment/sources");
    expect(body).toMatchObject({ total: 1, items: [{ id: item.id, address: null }] });
    const { items } = await listOperations(running.current.db, `run-source:${item.id}`, { limit: 5 });
    expect(items).toMatchObject([{ op_type: "Create_run_source", meta: { login: "token" } }]);
    const stored = await running.current.db.selectFrom("run_source").selectAll().execute();
    const all = JSON.stringify([stored, items, body, running.current.log], (_, value) =>
      value?.type === "Buffer" ? Buffer.from(value.data).toString("latin1") : value,
    );
    expect(all).not.toContain(TOKEN);
  });

  it("is closed to those outside, and changed by administrators only", async () => {
    const item = await register();
    expect((await guest.get("/api_v1/experiment/sources")).status).toBe(403);
    expect((await rig.reader.post(`/api_v1/experiment/source/delete/${item.id}`, {})).status).toBe(403);
    const away = { name: "x", address: "http://127.0.0.1:1/", request_key: newId() };
    expect((await admin.post("/api_v1/experiment/source/create", away)).status).toBe(422);
  });

  it("keeps a login for its origin only", async () => {
    const password = { kind: "password", username: "ana", password: "canary pass" };
    mlflow.authorization = `Basic ${Buffer.from("ana:canary pass").toString("base64")}`;
    const item = await register({ login: password });
    const change = { name: item.name, address: mlflow.url, expect_revision: 1 };
    const kept = await admin.post(`/api_v1/experiment/source/update/${item.id}`, change);
    expect(kept).toMatchObject({ status: 200, body: { login_kind: "password", revision: 2 } });
    const moved = { ...change, address: other.url, expect_revision: 2 };
    const answer = await admin.post(`/api_v1/experiment/source/update/${item.id}`, moved);
    expect(answer).toMatchObject({ status: 200, body: { login_kind: "none", address: other.url } });
    expect(other.requests.every(({ headers }) => headers.authorization === undefined)).toBe(true);
    const stale = await admin.post(`/api_v1/experiment/source/update/${item.id}`, moved);
    expect(stale.status).toBe(409);
  });

  it("makes one source of equal requests, and checks a connection again", async () => {
    const body = { name: "Once", address: mlflow.url, request_key: newId() };
    const made = await Promise.all([1, 2].map(() => admin.post("/api_v1/experiment/source/create", body)));
    expect(new Set(made.map((each) => each.body.id)).size).toBe(1);
    const [first] = made;
    const check = await admin.post(`/api_v1/experiment/source/check/${String(first?.body.id)}`, {});
    expect(check.body).toEqual({ is_ok: true, fault: null, version: "3.17.2" });
  });
});

describe("runs of a source", () => {
  it("stand in the same list as our own, with their source, and the same filter finds both", async () => {
    const own = await rig.aRun({ name: "own", params: { rank: "8" } });
    const begin = Date.now() - 7_200_000;
    mlflow.add({ run_name: "theirs", start_time: begin, params: { rank: "8" } });
    mlflow.add({ run_name: "other", start_time: begin + 1, params: { rank: "16" }, status: "FAILED" });
    const source = await register();
    await poll();
    const { items } = await rig.list({ filter: "params.rank = 8", param: "rank" });
    expect(items.map(({ name, source: origin }) => [name, origin?.name ?? null])).toEqual([
      ["own", null],
      ["theirs", source.name],
    ]);
    expect(items.find(({ id }) => id === own)?.points).toBe(0);
    expect(await runsOf(source)).toMatchObject({
      items: [
        { name: "other", status: "Failed" },
        {
          name: "theirs",
          owner: "ana",
          status: "Finished",
          points: null,
          experiment_name: `${source.name}: lora sweep`,
          metrics: { loss: { value: 0.02, step: 490 } },
          source: { inputs: ["clips-v1 (d101)"], gone_at: null },
        },
      ],
    });
    expect((await rig.list({ source_id: "here" })).items.map(({ name }) => name)).toContain("own");
    const both = { experiment_id: items[1]?.experiment_id ?? "" };
    expect((await rig.list({ ...both, source_id: "here" })).items).toEqual([]);
    expect((await rig.list({ ...both, source_id: source.id })).items).toHaveLength(2);
    expect((await rig.list({ source_id: "here" })).items.every((run) => run.source === null)).toBe(true);
    expect(await sourceOf(source)).toMatchObject({ status: "Reachable", runs: 2, experiments: 1, version: "3.17.2" });
  });

  it("follow what changes there: new points, ends, new runs and deleted ones", async () => {
    const live = mlflow.add({ run_name: "live", status: "RUNNING" });
    const doomed = mlflow.add({ run_name: "doomed" });
    const source = await register();
    await poll();
    const [before] = (await runsOf(source, { q: "live" })).items;
    expect(before).toMatchObject({ status: "Running", ended_at: null });
    live.metrics.loss?.push({ step: 900, value: "NaN", timestamp: Date.now() });
    Object.assign(live, { status: "KILLED", end_time: Date.now() });
    mlflow.runs.splice(mlflow.runs.indexOf(doomed), 1);
    mlflow.add({ run_name: "fresh", start_time: Date.now() });
    await poll();
    await poll();
    const { items } = await runsOf(source);
    expect(items.map(({ name }) => name).sort()).toEqual(["doomed", "fresh", "live"]);
    expect(items.find(({ name }) => name === "live")).toMatchObject({
      id: before?.id,
      status: "Killed",
      metrics: { loss: { value: "NaN", step: 900 } },
    });
    expect(items.find(({ name }) => name === "doomed")?.source?.gone_at).not.toBeNull();
  });

  it("are gone through page by page until all are here, and counted once", async () => {
    const begin = Date.now() - 86_400_000;
    for (let at = 0; at < 1_250; at += 1) {
      mlflow.add({ run_name: `run-${at}`, start_time: begin + Math.floor(at / 3), metrics: {}, tags: {} });
    }
    const source = await register();
    await poll();
    expect((await sourceOf(source))?.swept_at).toBeNull();
    await poll();
    await poll();
    expect(await sourceOf(source)).toMatchObject({ runs: 1_250, swept_at: expect.any(String) });
    const gone = await running.current.db
      .selectFrom("run_source_run")
      .select("run_id")
      .where("gone_at", "is not", null);
    expect(await gone.execute()).toEqual([]);
    const { items } = await runsOf(source, { limit: "200" });
    expect(items).toHaveLength(200);
    expect(items[0]?.started_at).toBe(new Date(begin + 416).toISOString());
  });

  it("keep the notes that people write here, and refuse tags", async () => {
    mlflow.add({ run_name: "noted" });
    const source = await register();
    await poll();
    const [run] = (await runsOf(source)).items;
    const path = `/api_v1/experiment/run/annotate/${run?.id}`;
    expect((await rig.reader.post(path, { expect_revision: 1, notes: "looks good" })).status).toBe(200);
    expect((await rig.reader.post(path, { expect_revision: 2, tags: { a: "b" } })).status).toBe(409);
    for (const each of mlflow.runs) each.run_name = "renamed";
    await poll();
    expect(await rig.detail(run?.id ?? "")).toMatchObject({ name: "renamed", notes: "looks good" });
  });

  it("stay with their age while the source cannot be reached, and come back", async () => {
    mlflow.add({ run_name: "kept" });
    const source = await register();
    await poll();
    const seen = await sourceOf(source);
    mlflow.overrides.set("/", (_request, response) => void response.writeHead(502).end("<html>bad gateway</html>"));
    for (let times = 0; times < 3; times += 1) await poll();
    expect(await sourceOf(source)).toMatchObject({
      status: "Unreachable",
      fault: "bad_answer",
      is_circuit_open: true,
      seen_at: seen?.seen_at,
    });
    expect(await runsOf(source)).toMatchObject({ items: [{ name: "kept", source: { read_at: seen?.seen_at } }] });
    mlflow.overrides.clear();
    await poll();
    expect(await sourceOf(source)).toMatchObject({ status: "Reachable", failures: 0 });
  });

  it("leave the list with their source", async () => {
    mlflow.add({ run_name: "leaving" });
    const source = await register();
    await poll();
    const [run] = (await runsOf(source)).items;
    expect((await admin.post(`/api_v1/experiment/source/delete/${source.id}`, {})).status).toBe(200);
    const { db, clock } = running.current;
    await removeRunsOfDeletedSources(db, 500, clock.now());
    expect((await rig.reader.get(`/api_v1/experiment/run/${run?.id}`)).status).toBe(404);
    const named = (await rig.reader.get(`/api_v1/experiment/list?q=${encodeURIComponent(source.name)}`)).body;
    expect(named.items).toEqual([]);
  });
});

describe("runs of a removed source", () => {
  it("stay while a data experiment counts them", async () => {
    mlflow.add({ run_name: "counted" });
    mlflow.add({ run_name: "leaving too" });
    const source = await register();
    await poll();
    const { items } = await runsOf(source);
    const idOf = (name: string) => items.find((run) => run.name === name)?.id ?? "";
    const origin = await aPackageOrigin(data.current, rig.reader.id);
    const anArm = async (name: string) => {
      const { id } = await aPackage(data.current, origin);
      return { name, source: { kind: "package", id } };
    };
    const asked = {
      request_key: randomUUID(),
      question: "does it help?",
      metric: "loss",
      direction: "lower",
      min_difference: 0,
      arms: [await anArm("all"), await anArm("moving")],
    };
    const { body } = await rig.reader.post("/api_v1/data-experiment/create", asked);
    const attach = { position: 1, run_ids: [idOf("counted")] };
    expect((await rig.reader.post(`/api_v1/data-experiment/attach/${body.id}`, attach)).status).toBe(200);
    expect((await admin.post(`/api_v1/experiment/source/delete/${source.id}`, {})).status).toBe(200);
    const { db, clock } = running.current;
    expect(await removeRunsOfDeletedSources(db, 500, clock.now())).toBe(1);
    expect((await rig.reader.get(`/api_v1/experiment/run/${idOf("leaving too")}`)).status).toBe(404);
    expect((await rig.reader.get(`/api_v1/experiment/run/${idOf("counted")}`)).status).toBe(200);
    const detail = (await rig.reader.get(`/api_v1/data-experiment/detail/${body.id}`))
      .body as unknown as DataExperiment;
    expect(detail.arms[0]?.runs).toMatchObject([{ name: "counted" }]);
  });
});

describe("curves of a source", () => {
  it("are fetched with every extreme, beside our own, and kept", async () => {
    const points = aCourse(30_000, Date.now() - 3_600_000);
    points[12_345] = { step: 123_450, value: 777, timestamp: Date.now() };
    points[20_000] = { step: 200_000, value: Number.MAX_VALUE, timestamp: Date.now() };
    points[20_001] = { step: 200_010, value: "NaN", timestamp: Date.now() };
    mlflow.add({ run_name: "spiky", metrics: { loss: points } });
    const own = await rig.aRun();
    await rig.logged(own, { metrics: [{ key: "loss", steps: [0, 10], values: [2, 1] }] });
    const source = await register();
    await poll();
    const [run] = (await runsOf(source)).items;
    const [first, second] = await curvesOf([own, run?.id ?? ""], "&buckets=100");
    expect(first).toMatchObject({ run_id: own, points: 2, source: null });
    expect(second).toMatchObject({ points: 30_000, source: { is_sampled: false, fault: null } });
    expect(Math.max(...(second?.max ?? []).map(Number))).toBe(777);
    expect(second?.nan.reduce((sum, nan) => sum + nan, 0)).toBe(1);
    expect(second?.infinite.reduce((sum, infinite) => sum + infinite, 0)).toBe(1);
    const asked = mlflow.requests.length;
    const [part] = await curvesOf([run?.id ?? ""], "&from_step=123000&to_step=124000");
    expect(part?.points).toBe(101);
    expect(mlflow.requests.length).toBe(asked);
  });

  it("are shown as they were when the source does not answer, with the reason", async () => {
    mlflow.add({ run_name: "seen", status: "RUNNING" });
    const source = await register();
    await poll();
    const [run] = (await runsOf(source)).items;
    const [before] = await curvesOf([run?.id ?? ""]);
    mlflow.runs[0]?.metrics.loss?.push({ step: 5_000, value: 3, timestamp: Date.now() });
    await poll();
    running.current.clock.advance(60_000);
    mlflow.overrides.set("/api/2.0/mlflow/metrics", (_request, response) => void response.writeHead(200).end('{"metr'));
    const [after] = await curvesOf([run?.id ?? ""]);
    expect(after).toMatchObject({ points: 50, source: { fault: "bad_answer", read_at: before?.source?.read_at } });
    mlflow.overrides.clear();
    expect(await curvesOf([run?.id ?? ""])).toMatchObject([{ points: 51, source: { fault: null } }]);
  });

  it("that are too long, or never end, are picked by the source, and say so", async () => {
    const { run_id } = mlflow.add({ run_name: "long" });
    const source = await register();
    await poll();
    const [run] = (await runsOf(source)).items;
    const metrics = aCourse(2, Date.now()).map((point) => ({ key: "loss", ...point, run_id }));
    mlflow.overrides.set("/api/2.0/mlflow/metrics/get-history", ({ url = "" }, response) => {
      const isPicked = url.includes("bulk-interval");
      const page = { metrics, ...(!isPicked && { next_page_token: "again" }) };
      response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(page));
    });
    const [curve] = await curvesOf([run?.id ?? ""]);
    expect(curve).toMatchObject({ points: 2, source: { is_sampled: true, fault: null } });
    const pages = mlflow.requests.filter(({ path }) => path.includes("get-history?"));
    expect(pages).toHaveLength(5);
  });

  it("of a whole page are small pictures from one request", async () => {
    for (const name of ["a", "b", "c"]) mlflow.add({ run_name: name });
    const source = await register();
    await poll();
    const { items } = await runsOf(source);
    mlflow.requests.length = 0;
    const asked = items.map(({ id }) => `run_id=${id}`).join("&");
    const { body } = await rig.reader.get(`/api_v1/experiment/sparklines?${asked}&metric=loss`);
    expect((body.items as { min: number[] }[]).map(({ min }) => min.length)).toEqual([40, 40, 40]);
    expect(mlflow.requests).toHaveLength(1);
  });
});
