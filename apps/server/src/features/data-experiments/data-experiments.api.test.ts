import { randomUUID } from "node:crypto";
import type { DataExperiment, DataExperimentItem, ProposedRun } from "@dailies/contract";
import { beforeAll, describe, expect, it } from "vitest";
import { aCaller, type Caller } from "../../testing/builders/a-caller.ts";
import { aPackage, aPackageOrigin, type PackageOrigin } from "../../testing/builders/packages/a-package.ts";
import { runDataRig } from "../../testing/rigs/data-rig.ts";
import { type ExperimentsRig, openExperiments } from "../../testing/rigs/experiments/experiments-rig.ts";
import { runApp } from "../../testing/rigs/start-app.ts";
import { listOperations } from "../operation-log/index.ts";

const running = runApp();
const data = runDataRig(running);
let rig: ExperimentsRig;
let origin: PackageOrigin;
let other: Caller;
let guest: Caller;

beforeAll(async () => {
  rig = await openExperiments(running.current);
  origin = await aPackageOrigin(data.current, rig.reader.id);
  other = await aCaller(running.current);
  guest = await aCaller(running.current, { role: "partner", permissions: ["USE_VERSION_1_0"] });
});

const packageArm = async (name: string) => {
  const { id } = await aPackage(data.current, origin);
  return { name, source: { kind: "package", id } };
};
const bodyOf = async (more: object = {}) => ({
  request_key: randomUUID(),
  question: "does filtering by motion help?",
  metric: "fvd",
  direction: "lower",
  min_difference: 1,
  arms: [await packageArm("all"), await packageArm("moving")],
  ...more,
});
const ask = async (more: object = {}): Promise<DataExperiment> => {
  const { status, body } = await rig.reader.post("/api_v1/data-experiment/create", await bodyOf(more));
  expect(status, JSON.stringify(body)).toBe(200);
  return body as unknown as DataExperiment;
};
const read = async (id: string): Promise<DataExperiment> =>
  (await rig.reader.get(`/api_v1/data-experiment/detail/${id}`)).body as unknown as DataExperiment;
const act = (path: string, id: string, body: object, by = rig.reader) =>
  by.post(`/api_v1/data-experiment/${path}/${id}`, body);

/** Finished runs with these last values, one for each seed. */
const trained = async (values: readonly (number | string)[], more: object = {}): Promise<string[]> => {
  const ids: string[] = [];
  for (const [seed, value] of values.entries()) {
    const id = await rig.aRun({ name: `seed ${seed}`, params: { seed, lr: "3e-4" }, ...more });
    await rig.logged(id, { metrics: [{ key: "fvd", steps: [1, 2], values: [500, value] }] });
    expect((await rig.update(id, { status: "Finished" })).status).toBe(200);
    ids.push(id);
  }
  return ids;
};
const attached = async (one: DataExperiment, values: readonly (readonly (number | string)[])[]): Promise<void> => {
  for (const [at, ofArm] of values.entries()) {
    const { status } = await act("attach", one.id, { position: at + 1, run_ids: await trained(ofArm) });
    expect(status).toBe(200);
  }
};

describe("a data experiment", () => {
  it("is created once by equal requests that come at once, and refused for another question", async () => {
    const body = await bodyOf({ question: "  once?  " });
    const answers = await Promise.all([1, 2, 3].map(() => rig.reader.post("/api_v1/data-experiment/create", body)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(new Set(answers.map((each) => each.body.id)).size).toBe(1);
    expect(answers[0]?.body).toMatchObject({ question: "once?", state: "Open", revision: 1, acts: [] });
    expect((await rig.reader.post("/api_v1/data-experiment/create", { ...body, question: "b" })).status).toBe(409);
    const waiting = await running.current.db
      .selectFrom("outbox")
      .select("workflow_type")
      .where("workflow_id", "like", "data-comparison/%")
      .execute();
    expect(waiting.length).toBeGreaterThan(0);
  });

  it("has arms of packages and views, with their queries as they were", async () => {
    const view = { name: "the view", source: { kind: "view", id: origin.viewId } };
    const one = await ask({ arms: [await packageArm("all"), view] });
    expect(one.arms).toMatchObject([
      { position: 1, name: "all", kind: "package", where: "seen >= 0", samples: 30, format: "MDS", runs: [] },
      { position: 2, name: "the view", kind: "view", source_id: origin.viewId, samples: 3, uri: null },
    ]);
    expect(one.comparisons).toEqual([{ position: 2, status: "Waiting", error: null, result: null }]);
  });

  it("refuses arms that do not exist, are not ready, or are the same", async () => {
    const ready = await packageArm("a");
    const unready = await aPackage(data.current, origin, { status: "Running" });
    const refused = async (arms: unknown[]) =>
      (await rig.reader.post("/api_v1/data-experiment/create", await bodyOf({ arms }))).status;
    const named = (name: string, kind: string, id: string) => ({ name, source: { kind, id } });
    expect(await refused([ready])).toBe(422);
    expect(await refused([ready, named("b", "package", randomUUID())])).toBe(422);
    expect(await refused([ready, named("b", "view", randomUUID())])).toBe(422);
    expect(await refused([ready, named("b", "package", unready.id)])).toBe(422);
    expect(await refused([ready, { ...ready, name: "b" }])).toBe(422);
    expect(await refused([ready, await packageArm(" a ")])).toBe(422);
  });

  it("is seen by internal users only", async () => {
    const { id } = await ask();
    expect((await guest.get("/api_v1/data-experiment/list")).status).toBe(403);
    expect((await guest.get(`/api_v1/data-experiment/detail/${id}`)).status).toBe(403);
    expect((await act("decide", id, { expect_revision: 1, chosen: null, reason: "no" }, guest)).status).toBe(403);
    expect((await rig.reader.get(`/api_v1/data-experiment/detail/${randomUUID()}`)).status).toBe(404);
  });

  it("is listed newest first by cursor, found by words and state", async () => {
    const word = `w${randomUUID().slice(0, 8)}`;
    const ids: string[] = [];
    for (const n of [1, 2, 3]) ids.push((await ask({ question: `${word} 100% number ${n}?` })).id);
    const list = async (query: string) =>
      (await rig.reader.get(`/api_v1/data-experiment/list?q=${word.toUpperCase()}&${query}`)).body as unknown as {
        items: DataExperimentItem[];
        next_cursor: string | null;
      };
    const first = await list("limit=2");
    expect(first.items.map(({ id }) => id)).toEqual([ids[2], ids[1]]);
    const second = await list(`limit=2&cursor=${first.next_cursor}`);
    expect([second.items.map(({ id }) => id), second.next_cursor]).toEqual([[ids[0]], null]);
    await act("decide", ids[1] ?? "", { expect_revision: 1, chosen: 2, reason: "clear" });
    expect((await list("state=Decided")).items).toMatchObject([
      { id: ids[1], chosen: "moving", arms: ["all", "moving"] },
    ]);
    expect((await list("state=Open")).items).toHaveLength(2);
  });
});

describe("the runs of an arm", () => {
  it("are proposed when they name its package, unless they name that of another arm too", async () => {
    const one = await ask();
    const [base, arm] = one.arms.map(({ source_id: id }) => ({ kind: "package", id }));
    const [named = "", both = ""] = [
      await rig.aRun({ name: "named", inputs: [arm] }),
      await rig.aRun({ name: "both", inputs: [base, arm] }),
    ];
    const proposals = async () =>
      ((await rig.reader.get(`/api_v1/data-experiment/proposals/${one.id}`)).body as { items: ProposedRun[] }).items;
    expect(await proposals()).toMatchObject([{ position: 2, id: named, status: "Running" }]);
    const { body } = await act("attach", one.id, { position: 2, run_ids: [named, named] });
    expect((body as unknown as DataExperiment).arms[1]?.runs).toMatchObject([
      { id: named, counting: "running", names_data: true, value: null },
    ]);
    expect(await proposals()).toEqual([]);
    const after = await act("attach", one.id, { position: 1, run_ids: [both] });
    expect(after.body).toMatchObject({ revision: 3 });
  });

  it("belong to one arm, exist, and leave again", async () => {
    const one = await ask();
    const [run = ""] = await trained([1]);
    expect((await act("attach", one.id, { position: 1, run_ids: [run] })).status).toBe(200);
    expect((await act("attach", one.id, { position: 1, run_ids: [run] })).body).toMatchObject({ revision: 2 });
    expect((await act("attach", one.id, { position: 2, run_ids: [run] })).status).toBe(409);
    expect((await act("attach", one.id, { position: 3, run_ids: [run] })).status).toBe(422);
    expect((await act("attach", one.id, { position: 2, run_ids: [randomUUID()] })).status).toBe(404);
    expect((await act("detach", one.id, { run_id: run })).body).toMatchObject({ revision: 3 });
    expect((await act("detach", one.id, { run_id: run })).status).toBe(404);
    expect((await read(one.id)).arms[0]?.runs).toEqual([]);
  });

  it("give a mean with an interval, and say plainly when they are too few", async () => {
    const one = await ask();
    await attached(one, [
      [101, 102, 103],
      [90, "NaN"],
    ]);
    const few = await read(one.id);
    expect(few.arms[0]?.result).toMatchObject({ runs: 3, mean: 102, low: expect.closeTo(99.5159, 3) });
    expect(few.arms[1]).toMatchObject({
      result: { runs: 1, mean: 90, low: null, high: null },
      runs: [{ counting: "counted" }, { counting: "not_finite", value: "NaN" }],
    });
    expect(few.differences).toMatchObject([{ position: 2, verdict: "too_few", difference: null }]);
    const more = await trained([91, 92], { params: { seed: 9, lr: "1e-4" } });
    await act("attach", one.id, { position: 2, run_ids: more });
    const enough = await read(one.id);
    expect(enough.differences).toMatchObject([{ difference: -11, verdict: "better", degrees: expect.closeTo(4, 9) }]);
    expect(enough.differing_params).toEqual(["lr"]);
  });
});

describe("a decision", () => {
  it("is recorded once with the numbers as they were, which later points do not change", async () => {
    const one = await ask();
    await attached(one, [
      [101, 102, 103],
      [90, 91, 92],
    ]);
    const { revision, arms } = await read(one.id);
    const decision = { expect_revision: revision, chosen: 2, reason: "lower by more than matters" };
    expect((await act("decide", one.id, { ...decision, expect_revision: 1 })).status).toBe(409);
    expect((await act("decide", one.id, { ...decision, chosen: 5 })).status).toBe(422);
    expect((await act("decide", one.id, { ...decision, reason: "  " })).status).toBe(422);
    const answers = await Promise.all([1, 2].map(() => act("decide", one.id, decision, other)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    const run = arms[1]?.runs[0]?.id ?? "";
    await rig.logged(run, { metrics: [{ key: "fvd", steps: [3], values: [900] }] });
    const decided = await read(one.id);
    expect(decided.arms[1]?.runs[0]?.value).toBe(900);
    expect(decided).toMatchObject({
      state: "Decided",
      acts: [
        {
          number: 1,
          kind: "decided",
          chosen: 2,
          by: other.username,
          reason: decision.reason,
          numbers: {
            arms: [
              { name: "all", result: { mean: 102 } },
              { name: "moving", result: { mean: 91 }, runs: [{ value: 90 }, { value: 91 }, { value: 92 }] },
            ],
            differences: [{ difference: -11, verdict: "better" }],
          },
        },
      ],
    });
    const { items } = await listOperations(running.current.db, `data-experiment:${one.id}`, { limit: 1 });
    expect(items).toMatchObject([{ op_type: "Decide_data_experiment", user_name: other.username }]);
  });

  it("keeps its runs until it is reopened, which is recorded beside it", async () => {
    const one = await ask();
    const [run = ""] = await trained([1]);
    expect((await act("reopen", one.id, { expect_revision: 1, reason: "why not" })).status).toBe(409);
    expect((await act("decide", one.id, { expect_revision: 1, chosen: null, reason: "no time" })).status).toBe(200);
    expect((await act("attach", one.id, { position: 1, run_ids: [run] })).status).toBe(409);
    expect((await act("reopen", one.id, { expect_revision: 2, reason: "more seeds came" })).status).toBe(200);
    expect((await act("attach", one.id, { position: 1, run_ids: [run] })).status).toBe(200);
    const again = await act("decide", one.id, { expect_revision: 4, chosen: 1, reason: "still" });
    expect(again.body).toMatchObject({
      state: "Decided",
      acts: [
        { number: 3, kind: "decided", chosen: 1 },
        { number: 2, kind: "reopened", chosen: null, numbers: null, reason: "more seeds came" },
        { number: 1, kind: "decided", chosen: null },
      ],
    });
  });
});
