import { randomUUID } from "node:crypto";
import { type Curve, type ExperimentReport, MAX_REPORTS_A_DAY } from "@dailies/contract";
import { sql } from "kysely";
import { beforeAll, describe, expect, it } from "vitest";
import { aCaller, type Caller } from "../../../testing/builders/a-caller.ts";
import { type ExperimentsRig, openExperiments } from "../../../testing/rigs/experiments/experiments-rig.ts";
import { runApp } from "../../../testing/rigs/start-app.ts";
import { listOperations } from "../../operation-log/index.ts";

const app = runApp();
let rig: ExperimentsRig;
let guest: Caller;

beforeAll(async () => {
  rig = await openExperiments(app.current);
  guest = await aCaller(app.current, { role: "partner", permissions: ["USE_VERSION_1_0"] });
});

const SETTINGS = { axis: "step", smoothing: 0.6, is_log: true };
const aView = (runIds: readonly string[], more: object = {}) => ({
  request_key: randomUUID(),
  name: "Monday",
  run_ids: runIds,
  metrics: ["loss"],
  settings: SETTINGS,
  ...more,
});
const twoRuns = async (): Promise<string[]> => {
  const ids = [await rig.aRun({ name: "a", params: { lr: 1 } }), await rig.aRun({ name: "b" })];
  for (const id of ids) {
    await rig.logged(id, {
      metrics: [
        { key: "loss", steps: [1, 2, 3], values: [3, 99, "NaN"] },
        { key: "other", steps: [1], values: [1] },
      ],
    });
  }
  return ids;
};
const freeze = async (view: object): Promise<string> => {
  const { status, body } = await rig.reader.post("/api_v1/experiment/report/create", view);
  expect([status, body]).toMatchObject([200, {}]);
  return String(body.id);
};
const reportOf = async (id: string) =>
  (await rig.reader.get(`/api_v1/experiment/report/${id}`)).body as unknown as ExperimentReport;
const curvesOf = async (id: string) =>
  (await rig.reader.get(`/api_v1/experiment/report/${id}/curves?metric=loss`)).body.items as Curve[];

describe("a report", () => {
  it("stays as it was when its runs go on, and says which did", async () => {
    const ids = await twoRuns();
    const id = await freeze(aView(ids));
    const [before, curves] = [await reportOf(id), await curvesOf(id)];
    expect(before).toMatchObject({
      name: "Monday",
      created_by: rig.reader.username,
      settings: SETTINGS,
      metrics: ["loss"],
      runs: [
        { id: ids[0], name: "a", params: { lr: "1" }, metrics: [{ key: "loss", max: 99, nan_points: 1 }] },
        { name: "b" },
      ],
      changes: [],
    });
    expect(curves).toMatchObject([{ run_id: ids[0], points: 3, max: [3, 99, null] }, { run_id: ids[1] }]);
    app.current.clock.advance(60_000);
    await rig.logged(ids[1] ?? "", { metrics: [{ key: "loss", steps: [4], values: [5] }] });
    const after = await reportOf(id);
    expect(after.changes).toMatchObject([{ run_id: ids[1], kind: "continued", status: "Running" }]);
    expect({ ...after, changes: [] }).toEqual({ ...before, changes: [] });
    expect(await curvesOf(id)).toEqual(curves);
  });

  it("outlives a run that was removed", async () => {
    const [first = "", second = ""] = await twoRuns();
    const id = await freeze(aView([first, second]));
    await app.current.db.deleteFrom("experiment_run").where("id", "=", first).execute();
    expect((await reportOf(id)).changes).toMatchObject([{ run_id: first, kind: "deleted", status: null }]);
    expect(await curvesOf(id)).toMatchObject([{ run_id: first, points: 3 }, {}]);
  });

  it("is stored once by equal requests, and cannot be changed or removed", async () => {
    const ids = await twoRuns();
    const view = aView(ids);
    const made = await Promise.all([freeze(view), freeze(view)]);
    expect(new Set(made).size).toBe(1);
    const other = await rig.reader.post("/api_v1/experiment/report/create", { ...view, name: "Tuesday" });
    expect(other.status).toBe(409);
    const { items } = await listOperations(app.current.db, `experiment-report:${made[0]}`, { limit: 5 });
    expect(items).toMatchObject([{ op_type: "Freeze_experiment_report", meta: { runs: ["a", "b"] } }]);
    const { db } = app.current;
    await expect(db.updateTable("experiment_report").set({ name: "x" }).execute()).rejects.toThrow("only be added to");
    await expect(db.deleteFrom("experiment_report_curve").execute()).rejects.toThrow("only be added to");
  });

  it("is made of runs that exist, and closed to those outside", async () => {
    const ids = await twoRuns();
    const view = aView([...ids, randomUUID()]);
    expect((await rig.reader.post("/api_v1/experiment/report/create", view)).status).toBe(404);
    const id = await freeze(aView(ids));
    expect((await guest.get(`/api_v1/experiment/report/${id}`)).status).toBe(403);
    expect((await rig.reader.get(`/api_v1/experiment/report/${randomUUID()}`)).status).toBe(404);
    expect((await rig.reader.get(`/api_v1/experiment/report/${id}/curves?metric=other`)).status).toBe(404);
  });

  it("is found in a list by pages, newest first", async () => {
    const ids = await twoRuns();
    const made = [await freeze(aView(ids, { name: "one" })), await freeze(aView(ids, { name: "two" }))];
    const first = await rig.reader.get("/api_v1/experiment/reports?limit=1");
    expect(first.body).toMatchObject({ items: [{ id: made[1], name: "two", runs: 2 }], next_cursor: made[1] });
    const second = await rig.reader.get(`/api_v1/experiment/reports?limit=1&cursor=${made[1]}`);
    expect(second.body).toMatchObject({ items: [{ id: made[0] }] });
  });

  it("is one of a hundred that a person may freeze within 24 hours", async () => {
    const { db } = app.current;
    const ids = await twoRuns();
    const eager = await aCaller(app.current);
    const ask = async (): Promise<number> => (await eager.post("/api_v1/experiment/report/create", aView(ids))).status;
    const copyFirst = (copies: number, ageHours: number) =>
      sql`insert into experiment_report (id, name, created_by, request_key, created_at, settings, metrics, runs, run_count,
          prompts)
        select gen_random_uuid(), name, created_by, gen_random_uuid(), created_at - make_interval(hours => ${ageHours}),
          settings, metrics, runs, run_count, prompts
        from (select * from experiment_report where created_by = ${eager.username} order by created_at desc limit 1) first,
          generate_series(1, ${copies})`.execute(db);
    expect(await ask()).toBe(200);
    await copyFirst(MAX_REPORTS_A_DAY, 24);
    await copyFirst(MAX_REPORTS_A_DAY - 2, 1);
    const last = await Promise.all([ask(), ask(), ask()]);
    expect(last.sort()).toEqual([200, 409, 409]);
  });
});
