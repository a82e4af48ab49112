import { afterAll, describe, expect, it } from "vitest";
import { newId } from "../../platform/ids.ts";
import { aCaller } from "../../testing/builders/a-caller.ts";
import { startRayServer } from "../../testing/outsiders/ray-server.ts";
import { runDataRig } from "../../testing/rigs/data-rig.ts";
import { aClipDataset, aView } from "../../testing/rigs/packages/package-rig.ts";
import { runProcessingRig } from "../../testing/rigs/processing/processing-rig.ts";
import { runApp } from "../../testing/rigs/start-app.ts";

const ray = await startRayServer();
const running = runApp((config) => ({ ...config, clusters: { trustedOrigins: [ray.url], sockets: [] } }));
const data = runDataRig(running);
const rig = runProcessingRig(running, data, ray);
afterAll(() => ray.close());

const SAMPLES = 24;
let viewId = "";
const aSavedView = async (): Promise<string> => {
  if (viewId === "") {
    const { ada } = rig.current();
    const clipOf = (n: number) => Buffer.alloc(1_000 + n, n);
    const { datasetId } = await aClipDataset(data.current, ada, { samples: SAMPLES, clipOf });
    viewId = await aView(ada, datasetId);
  }
  return viewId;
};

describe("a new processing run", () => {
  it("is made once for a key, waits, and is found in the list and among the jobs", async () => {
    const request = { request_key: newId(), name: `twice ${newId()}` };
    const [first, second] = [await rig.ask(await aSavedView(), request), await rig.ask(await aSavedView(), request)];
    expect([first.status, second.status, second.body.id]).toEqual([200, 200, first.body.id]);
    expect(first.body).toMatchObject({
      status: "Waiting",
      phase: null,
      attempts: 1,
      parts_total: null,
      parameters: { header_bytes: 65_536, has_sha256: false, columns: [] },
      resources: { cpus: 1, gpus: 0, parallel: 2, max_hours: 24 },
      attempt_list: [{ number: 1, status: "Waiting", submission_id: `dailies-processing-${first.body.id}-1` }],
      may_cancel: true,
      may_retry: false,
    });
    const { ada } = rig.current();
    const { body: list } = await ada.get(
      `/api_v1/processing/list?q=${encodeURIComponent(request.name)}&status=Waiting`,
    );
    expect(list).toMatchObject({ total: 1, items: [{ id: first.body.id, is_mine: true }] });
    const job = await running.current.db
      .selectFrom("background_job")
      .selectAll()
      .where("id", "=", String(first.body.id))
      .executeTakeFirstOrThrow();
    expect(job).toMatchObject({ kind: "processing", status: "Waiting", title: `${request.name} · probe` });
  });

  it("is refused in words when its parameters, columns, cluster or resources cannot work", async () => {
    const view = await aSavedView();
    const refusals: [object, number, string][] = [
      [{ parameters: { header_bytes: 12 } }, 422, "header_bytes: use 4096 or more"],
      [{ parameters: { wat: 1 } }, 422, 'this template has no parameter "wat"'],
      [{ parameters: { columns: ["nope"] } }, 422, 'there is no column "nope" in this version of the dataset'],
      [{ template: "filter" }, 422, "expression: please enter text"],
      [{ template: "caption", parameters: { service: "nobody" } }, 404, 'there is no service "nobody"'],
      [{ cluster_id: newId() }, 404, "there is no such cluster"],
    ];
    for (const [more, status, detail] of refusals)
      expect([more, await rig.ask(view, more)]).toMatchObject([more, { status, body: { detail } }]);
    expect(await rig.ask(newId())).toMatchObject({ status: 404, body: { detail: "there is no such view" } });
  });

  it("is estimated from the counts of the view", async () => {
    const { ada } = rig.current();
    const body = { view_id: await aSavedView(), template: "probe" };
    const bytes = Array.from({ length: SAMPLES }, (_, n) => 1_000 + n).reduce((sum, size) => sum + size, 0);
    expect((await ada.post("/api_v1/processing/estimate", body)).body).toEqual({
      items: SAMPLES,
      left_out: 0,
      bytes,
      parts: 1,
      seconds: null,
    });
  });

  it("is cancelled at once while it waits, by its creator only, and can be retried", async () => {
    const { ada } = rig.current();
    const id = String((await rig.ask(await aSavedView())).body.id);
    const other = await aCaller(running.current);
    expect((await other.post(`/api_v1/processing/cancel/${id}`, {})).status).toBe(403);
    expect((await ada.post(`/api_v1/processing/retry/${id}`, { request_key: newId() })).status).toBe(409);
    expect((await ada.post(`/api_v1/processing/cancel/${id}`, {})).body).toMatchObject({
      status: "Cancelled",
      attempt_list: [{ status: "Cancelled" }],
      may_retry: true,
    });
    expect((await other.post(`/api_v1/processing/retry/${id}`, { request_key: newId() })).status).toBe(403);
    const again = { request_key: newId() };
    for (const _ of ["first", "repeated"])
      expect((await ada.post(`/api_v1/processing/retry/${id}`, again)).body).toMatchObject({
        status: "Waiting",
        attempts: 2,
        attempt_list: [{ number: 2, status: "Waiting" }, { number: 1 }],
      });
  });

  it("is hidden from external people", async () => {
    const guest = await aCaller(running.current, { role: "labeler" });
    expect((await guest.get("/api_v1/processing/list")).status).toBe(403);
    expect((await guest.post("/api_v1/processing/create", {})).status).toBe(403);
  });
});
