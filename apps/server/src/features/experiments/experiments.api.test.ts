import { randomUUID } from "node:crypto";
import type { RunSample } from "@dailies/contract";
import { beforeAll, describe, expect, it } from "vitest";
import { aCaller, type Caller } from "../../testing/builders/a-caller.ts";
import { aService, type Service } from "../../testing/builders/a-service.ts";
import { type ExperimentsRig, openExperiments, type RunsPage } from "../../testing/rigs/experiments/experiments-rig.ts";
import { settleAsset, sha256Of } from "../../testing/rigs/settled-asset.ts";
import { runApp } from "../../testing/rigs/start-app.ts";
import { listOperations } from "../operation-log/index.ts";

const app = runApp();
let rig: ExperimentsRig;
let other: Service;
let guest: Caller;

beforeAll(async () => {
  rig = await openExperiments(app.current);
  other = await aService(app.current, ["runs:write"]);
  guest = await aCaller(app.current, { role: "partner", permissions: ["USE_VERSION_1_0"] });
});

const namesOf = ({ items }: RunsPage): string[] => items.map(({ name }) => name);

describe("a run", () => {
  it("is created once by equal requests that come at once, and refused for another run", async () => {
    const body = { request_key: randomUUID(), experiment: "once", name: "a", params: { lr: 3e-4, ema: true } };
    const answers = await Promise.all([1, 2, 3].map(() => rig.trainer.post("/api_v1/service/run/create", body)));
    expect(new Set(answers.map((each) => each.body.id)).size).toBe(1);
    expect(answers.filter((each) => each.body.is_replay === false)).toHaveLength(1);
    const { status } = await rig.trainer.post("/api_v1/service/run/create", { ...body, name: "b" });
    expect(status).toBe(409);
    const { items } = (await rig.reader.get("/api_v1/experiment/list?q=once")).body as { items: unknown[] };
    expect(items).toMatchObject([{ name: "once", runs: 1 }]);
    expect(await rig.detail(String(answers[0]?.body.id))).toMatchObject({
      params: { lr: "0.0003", ema: "true" },
      status: "Running",
      owner: `service:${rig.trainer.name}`,
      metrics: [],
    });
  });

  it("is written by the key that started it, and by no other", async () => {
    const id = await rig.aRun();
    const points = { metrics: [{ key: "loss", steps: [1], values: [1] }] };
    expect((await rig.log(id, points, other)).status).toBe(404);
    expect((await other.post(`/api_v1/service/run/update/${id}`, { status: "Failed" })).status).toBe(404);
    const clip = { name: "a.mp4", mime: "video/mp4", size: 3 };
    expect((await other.post(`/api_v1/service/run/clip/create/${id}`, clip)).status).toBe(404);
    expect((await rig.log(randomUUID(), points)).status).toBe(404);
  });

  it("is read by internal users only", async () => {
    const id = await rig.aRun();
    expect((await guest.get("/api_v1/experiment/runs")).status).toBe(403);
    expect((await guest.get(`/api_v1/experiment/run/${id}`)).status).toBe(403);
    expect((await rig.reader.get(`/api_v1/experiment/run/${randomUUID()}`)).status).toBe(404);
  });

  it("names only inputs that exist", async () => {
    const body = { request_key: randomUUID(), experiment: "inputs", name: "a" };
    const missing = [
      { kind: "package", id: randomUUID() },
      { kind: "dataset", id: randomUUID(), version: 1 },
    ];
    for (const input of missing) {
      const { status } = await rig.trainer.post("/api_v1/service/run/create", { ...body, inputs: [input] });
      expect(status).toBe(422);
    }
    expect((await rig.reader.get("/api_v1/experiment/list?q=inputs")).body).toMatchObject({ items: [] });
  });

  it("ends, takes late points, and keeps its parameters as they were", async () => {
    const id = await rig.aRun({ params: { lr: "3e-4" }, tags: { team: "video" } });
    expect((await rig.update(id, { params: { lr: "3e-4", rank: 8 }, tags: { team: "t2v" } })).status).toBe(200);
    expect((await rig.update(id, { params: { lr: "1e-4" } })).status).toBe(409);
    expect((await rig.update(id, { status: "Finished", ended_at: "2099-01-01T00:00:00Z" })).status).toBe(200);
    const ended = await rig.detail(id);
    expect(ended).toMatchObject({
      status: "Finished",
      params: { lr: "3e-4", rank: "8" },
      tags: { team: "t2v" },
      ended_at: app.current.clock.now().toISOString(),
    });
    await rig.logged(id, { metrics: [{ key: "loss", steps: [1], values: [1] }] });
    const longAgo = new Date(app.current.clock.now().getTime() - 31 * 86_400_000);
    await app.current.db.updateTable("experiment_run").set({ ended_at: longAgo }).where("id", "=", id).execute();
    expect((await rig.log(id, { metrics: [{ key: "loss", steps: [2], values: [1] }] })).status).toBe(409);
  });

  it("carries notes and tags that people write, and refuses a change of what they have not seen", async () => {
    const id = await rig.aRun();
    const { revision } = await rig.detail(id);
    const annotate = (body: object) => rig.reader.post(`/api_v1/experiment/run/annotate/${id}`, body);
    const first = await annotate({ expect_revision: revision, notes: "diverged", tags: { verdict: "bad" } });
    expect(first).toMatchObject({ status: 200, body: { notes: "diverged", tags: { verdict: "bad" } } });
    expect((await annotate({ expect_revision: revision, notes: "fine" })).status).toBe(409);
    const { items } = await listOperations(app.current.db, `experiment-run:${id}`, { limit: 5 });
    expect(items).toMatchObject([{ op_type: "Annotate_experiment_run", user_name: rig.reader.username }]);
  });

  it("keeps its log in parts, read from the end", async () => {
    const id = await rig.aRun();
    for (const lines of [["one", "two"], ["three"], ["four"]]) await rig.logged(id, { lines });
    const read = async (query: string) => (await rig.reader.get(`/api_v1/experiment/run/${id}/log?${query}`)).body;
    expect(await read("limit=2")).toMatchObject({
      items: [
        { number: 2, lines: ["three"] },
        { number: 3, lines: ["four"] },
      ],
      has_more: true,
    });
    expect(await read("before=2")).toMatchObject({ items: [{ number: 1, lines: ["one", "two"] }], has_more: false });
    expect((await rig.reader.get(`/api_v1/experiment/run/${randomUUID()}/log`)).status).toBe(404);
  });
});

describe("the list of runs", () => {
  it("comes in pages by cursor, newest first, and shows the chosen columns", async () => {
    const experiment = `pages ${randomUUID()}`;
    const ids: string[] = [];
    for (const at of [1, 2, 3, 4, 5]) {
      ids.push(await rig.aRun({ experiment, name: `r${at}`, params: { lr: at, rank: 8 } }));
      await rig.logged(ids[at - 1] ?? "", { metrics: [{ key: "loss", steps: [7], values: [at / 10] }] });
    }
    const { experiment_id } = await rig.detail(ids[0] ?? "");
    const first = await rig.list({ experiment_id, limit: "2", param: "lr", metric: "loss" });
    expect([namesOf(first), first.is_partial]).toEqual([["r5", "r4"], false]);
    expect(first.items[0]).toMatchObject({ params: { lr: "5" }, metrics: { loss: { value: 0.5, step: 7 } } });
    const second = await rig.list({ experiment_id, limit: "2", cursor: first.next_cursor ?? "" });
    const last = await rig.list({ experiment_id, limit: "2", cursor: second.next_cursor ?? "" });
    expect([namesOf(second), namesOf(last), last.next_cursor]).toEqual([["r3", "r2"], ["r1"], null]);
    const columns = await rig.reader.get(`/api_v1/experiment/columns?experiment_id=${experiment_id}`);
    expect(columns.body.items).toEqual([
      { kind: "metric", key: "loss" },
      { kind: "param", key: "lr" },
      { kind: "param", key: "rank" },
    ]);
    const found = await rig.reader.get(`/api_v1/experiment/columns?experiment_id=${experiment_id}&q=AN`);
    expect(found.body.items).toEqual([{ kind: "param", key: "rank" }]);
    const compared = await rig.reader.get(`/api_v1/experiment/compare?run_id=${ids[3]}&run_id=${ids[1]}`);
    expect(compared.body.items).toMatchObject([{ name: "r4", params: { lr: "4", rank: "8" } }, { name: "r2" }]);
    expect((await rig.reader.get(`/api_v1/experiment/compare?run_id=${ids[3]}&run_id=${randomUUID()}`)).status).toBe(
      404,
    );
  });

  it("is filtered by metrics, parameters, tags and attributes", async () => {
    const experiment = `filters ${randomUUID()}`;
    const runs = [
      { name: "good", params: { lr: "3e-4", "model class": "dit" }, tags: { team: "t2v" }, loss: 0.1 },
      { name: "bad", params: { lr: "1e-2", "model class": "unet" }, tags: { team: "i2v" }, loss: 9 },
      { name: "broken", params: { lr: "none" }, tags: {}, loss: "NaN", owner: "ana" },
    ];
    for (const { loss, ...run } of runs) {
      const id = await rig.aRun({ experiment, ...run });
      await rig.logged(id, { metrics: [{ key: "val/loss", steps: [1], values: [loss] }] });
      if (run.name === "broken") await rig.update(id, { status: "Failed" });
    }
    const { experiment_id } = (await rig.list({ q: "broken" })).items[0] ?? { experiment_id: "" };
    const find = async (filter: string) => namesOf(await rig.list({ experiment_id, filter }));
    expect(await find("metrics.val/loss < 1")).toEqual(["good"]);
    expect(await find("metrics.val/loss > 1")).toEqual(["bad"]);
    expect(await find('metrics."val/loss" = NaN')).toEqual(["broken"]);
    expect(await find("metrics.val/loss != 9")).toEqual(["broken", "good"]);
    expect(await find("params.lr = '3e-4'")).toEqual(["good"]);
    expect(await find("params.lr >= 0.0003 and params.lr < 1")).toEqual(["bad", "good"]);
    expect(await find(`params."model class" like 'd%' and tags.team = 't2v'`)).toEqual(["good"]);
    expect(await find("status = 'failed' and owner = 'ana'")).toEqual(["broken"]);
    expect(await find("name ilike 'B%' AND attributes.status != 'Failed'")).toEqual(["bad"]);
    expect(await find(String.raw`name like '%\'`)).toEqual([]);
    expect(await find("params.lr = '''; drop table experiment_run; --'")).toEqual([]);
    expect(namesOf(await rig.list({ experiment_id, status: "Running" }))).toEqual(["bad", "good"]);
    for (const wrong of [
      "loss < 1",
      "metrics.loss",
      "metrics.loss < 'a'",
      "params.lr = ",
      "params.lr = '1' or name = 'a'",
    ]) {
      const { status, body } = await rig.reader.get(
        `/api_v1/experiment/runs?${new URLSearchParams({ filter: wrong })}`,
      );
      expect([wrong, status, JSON.stringify(body)]).toEqual([wrong, 422, expect.stringContaining("filter")]);
    }
  });
});

describe("the samples of runs", () => {
  const aClip = async (runId: string): Promise<string> => {
    const content = Buffer.from(randomUUID());
    const file = { name: "sample.mp4", mime: "video/mp4", size: content.length };
    const { status, body } = await rig.trainer.post(`/api_v1/service/run/clip/create/${runId}`, file);
    expect([status, body]).toMatchObject([200, { method: "PUT" }]);
    const { asset_id, url, headers } = body as { asset_id: string; url: string; headers: Record<string, string> };
    await fetch(url, { method: "PUT", body: new Uint8Array(content), headers });
    const complete = { asset_id, sha256: sha256Of(content) };
    expect((await rig.trainer.post(`/api_v1/service/run/clip/complete/${runId}`, complete)).status).toBe(200);
    return asset_id;
  };
  const samplesAt = async (query: string): Promise<RunSample[]> =>
    ((await rig.reader.get(`/api_v1/experiment/samples?${query}`)).body as unknown as { items: RunSample[] }).items;

  it("show of each prompt the newest clip up to a step, once it was checked", async () => {
    const [one, two] = [await rig.aRun(), await rig.aRun()];
    const clips = [await aClip(one), await aClip(one), await aClip(two)];
    await rig.logged(one, { samples: [{ prompt: "a fox", step: 100, asset_id: clips[0] }] });
    await rig.logged(one, { samples: [{ prompt: "a fox", step: 200, asset_id: clips[1] }] });
    await rig.logged(two, { samples: [{ prompt: "a fox", step: 150, asset_id: clips[2] }] });
    const index = await rig.reader.get(`/api_v1/experiment/sample-steps?run_id=${one}&run_id=${two}`);
    const { prompts } = index.body as unknown as { prompts: [{ key: string }] };
    expect(index.body).toMatchObject({ prompts: [{ text: "a fox" }], steps: [100, 150, 200], has_more: false });
    const asked = `run_id=${one}&run_id=${two}&prompt=${prompts[0].key}`;
    expect(await samplesAt(`${asked}&step=150`)).toMatchObject([
      { run_id: one, step: 100, status: "Quarantined", clip: null },
      { run_id: two, step: 150, clip: null },
    ]);
    for (const id of clips) await settleAsset(app.current.db, id, 1);
    expect(await samplesAt(asked)).toMatchObject([
      { run_id: one, step: 200, status: "Ready", clip: { asset_id: clips[1] } },
      { run_id: two, step: 150, clip: { asset_id: clips[2] } },
    ]);
    expect(await samplesAt(`${asked}&step=99`)).toEqual([]);
    expect(await rig.detail(one)).toMatchObject({ sample_count: 2 });
    const manager = await aCaller(app.current, { permissions: ["STATIC_RESOURCE_MANAGE"] });
    const deleted = await manager.post("/api_v1/asset/delete", { ids: [clips[0]] });
    expect(deleted.body).toMatchObject({ deleted: [], refused: [{ id: clips[0] }] });
    await manager.post("/api_v1/asset/update", { ids: [clips[1]], visibility: "private" });
    expect(await samplesAt(asked)).toMatchObject([{ run_id: one, clip: null }, { run_id: two }]);
  });

  it("never show a file that internal users may not read", async () => {
    const id = await rig.aRun();
    const upload = await rig.reader.get("/api_v1/asset/generate_upload_info?name=own.mp4&mime=video/mp4&size=3");
    const asset_id = String(upload.body.asset_id);
    await settleAsset(app.current.db, asset_id, 1);
    expect((await rig.log(id, { samples: [{ prompt: "a fox", step: 1, asset_id }] })).status).toBe(422);
  });

  it("need a key whose creator can own the files", async () => {
    const id = await rig.aRun({}, other);
    const file = { name: "sample.mp4", mime: "video/mp4", size: 3 };
    expect((await other.post(`/api_v1/service/run/clip/create/${id}`, file)).status).toBe(409);
  });
});
