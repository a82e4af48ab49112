import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, it } from "vitest";
import { aBenchmark, openBenchmark, settleCells } from "../../../testing/builders/a-benchmark.ts";
import { aCaller, type Caller } from "../../../testing/builders/a-caller.ts";
import { aPricedPerformer } from "../../../testing/builders/a-priced-performer.ts";
import { runApp } from "../../../testing/rigs/start-app.ts";
import { plannedSeed } from "../cells/seed.rules.ts";

const app = runApp();
let rita: Caller;
let performer: { id: string; name: string };

beforeAll(async () => {
  rita = await aCaller(app.current, { permissions: ["USE_VERSION_1_0"] });
  performer = await aPricedPerformer(app.current.db);
});

const listCalls = (taskId: string) =>
  app.current.db.selectFrom("performer_task").selectAll().where("task_id", "=", taskId).orderBy("id").execute();

describe("dry run", () => {
  it("counts calls, cost and time, and begins nothing", async () => {
    const benchmark = await aBenchmark(rita, { prompts: ["a", "b", "c"], performerIds: [performer.id], samples: 2 });
    await benchmark.change("add_column", { performer_id: performer.id, params: { seconds: 8 } });
    const plan = await benchmark.dryRun();
    // 3 rows × 2 samples at 4 s and at 8 s, one cent per second.
    expect(plan).toMatchObject({
      calls: 12,
      cost: { amount_micros: 6 * 40_000 + 6 * 80_000, currency: "USD" },
      unpriced_calls: 0,
      reusable: 0,
      faults: [],
      more_faults: 0,
      seconds_estimate: null,
    });
    expect(plan.by_column.map(({ col, calls, cost }) => [col, calls, cost?.amount_micros])).toEqual([
      [0, 6, 240_000],
      [1, 6, 480_000],
    ]);
    expect(await listCalls(benchmark.id)).toEqual([]);
    expect((await benchmark.detail()).status).toBe("Init");
  });

  it("lists what prevents generation: no rows, wrong inputs, a disabled performer, another currency", async () => {
    const empty = await aBenchmark(rita, { prompts: [] });
    expect((await empty.dryRun()).faults.map(({ message }) => message)).toEqual([
      "add at least one row",
      "add at least one column",
    ]);

    const euros = await aPricedPerformer(app.current.db, { currency: "EUR" });
    const asleep = await aPricedPerformer(app.current.db);
    const benchmark = await aBenchmark(rita, { prompts: ["fine"], performerIds: [euros.id, asleep.id] });
    await benchmark.change("add_rows", { rows: [{ inputs: { seconds: 99 } }] });
    await app.current.db.updateTable("performer").set({ is_enabled: false }).where("id", "=", asleep.id).execute();
    const { faults, calls } = await benchmark.dryRun();
    expect(calls).toBe(2);
    expect(faults).toEqual([
      { row: null, col: 0, message: `${euros.name} is priced in EUR, the benchmark counts in USD` },
      { row: null, col: 1, message: `${asleep.name} is disabled, removed, or not shared with you` },
      { row: 1, col: 0, message: "Prompt is required" },
      { row: 1, col: 0, message: "seconds: use 10 or less" },
      { row: 1, col: 1, message: "Prompt is required" },
      { row: 1, col: 1, message: "seconds: use 10 or less" },
    ]);
    const refused = await benchmark.post("generate_data", {});
    expect([refused.status, refused.body.detail]).toEqual([
      409,
      `column 0: ${euros.name} is priced in EUR, the benchmark counts in USD (and 5 more; a dry run lists them)`,
    ]);
    expect((await benchmark.detail()).status).toBe("Init");
  });

  it("lists the first fifty faults and counts the others", async () => {
    const benchmark = await aBenchmark(rita, { prompts: [], performerIds: [performer.id] });
    await benchmark.change("add_rows", { rows: Array.from({ length: 70 }, () => ({ inputs: {} })) });
    const { faults, more_faults } = await benchmark.dryRun();
    expect([faults.length, more_faults]).toEqual([50, 20]);
  });
});

describe("generate", () => {
  it("makes each cell once with its frozen input and seed, and starts one run", async () => {
    const benchmark = await aBenchmark(rita, { prompts: ["a", "b"], performerIds: [performer.id, performer.id] });
    const state = await benchmark.generate();
    expect(state).toMatchObject({ status: "Generating", progress: { total: 4, queued: 4, waiting: 0 } });
    expect(state.spend).toMatchObject({ actual_micros: 0, reserved_micros: 0, estimated_micros: 160_000 });
    const calls = await listCalls(benchmark.id);
    const seeds = [0, 1].flatMap((row) =>
      [0, 1].map((col) =>
        plannedSeed({ policy: "per_cell", seeds: [] }, { taskId: benchmark.id, row, col, sample: 0, n: 1 }),
      ),
    );
    expect(calls.map(({ seed_requested }) => Number(seed_requested))).toEqual(seeds);
    expect(calls[0]).toMatchObject({
      source: "benchmark",
      reason: "initial",
      attempt_n: 1,
      run: 1,
      partition: 0,
      status: "Pending",
      title: "a",
      resolved_input: { prompt: "a", seconds: 4, size: "640x360" },
      performer_version: "1",
    });
    const runs = await app.current.db
      .selectFrom("outbox")
      .select("input")
      .where("workflow_type", "=", "generateGrid")
      .execute();
    expect(runs.map(({ input }) => input)).toContainEqual(expect.objectContaining({ taskId: benchmark.id, run: 1 }));

    expect(await benchmark.generate()).toMatchObject({ status: "Generating", revision: state.revision });
    expect(await listCalls(benchmark.id)).toHaveLength(4);
  });

  it("of two at once makes one grid", async () => {
    const benchmark = await aBenchmark(rita, { performerIds: [performer.id] });
    const states = await Promise.all([benchmark.generate(), benchmark.generate(), benchmark.generate()]);
    expect(states.map(({ status }) => status)).toEqual(["Generating", "Generating", "Generating"]);
    expect(await listCalls(benchmark.id)).toHaveLength(2);
  });

  it("is refused with both figures when a hard budget would be passed, and only then", async () => {
    const benchmark = await aBenchmark(rita, { prompts: ["a", "b"], performerIds: [performer.id] });
    await benchmark.change("update", { budget: { limit_micros: 79_999, is_hard: true } });
    const refused = await benchmark.post("generate_data", {});
    expect([refused.status, refused.body.detail]).toEqual([
      409,
      "this would cost about USD 0.08, the budget is USD 0.079999",
    ]);
    expect(await listCalls(benchmark.id)).toEqual([]);
    await benchmark.change("update", { budget: { limit_micros: 80_000, is_hard: true } });
    expect((await benchmark.generate()).status).toBe("Generating");
    const more = await benchmark.change("add_rows", { rows: [{ inputs: { prompt: "c" } }] });
    expect([more.status, more.body.detail]).toEqual([
      409,
      "this would cost about USD 0.04 beside the USD 0.08 spent or under way, the budget is USD 0.08",
    ]);
  });

  it("takes clips of equal requests that succeeded, when asked: marked, counted at once and free", async () => {
    const first = await aBenchmark(rita, { prompts: ["same", "other"], performerIds: [performer.id] });
    await first.change("update", { seed_policy: "fixed_per_row" });
    await first.generate();
    await settleCells(app.current.db, first.id, "Succeeded", [{ row: 0, col: 0 }]);

    const copy = await rita.post(`/api_v1/task/duplicate/${first.id}`, { name: "Again", request_key: randomUUID() });
    const second = openBenchmark(rita, String(copy.body.id));
    expect((await second.dryRun()).reusable).toBe(1);
    const state = await second.generate({ takes_reusable: true });
    expect(state.progress).toMatchObject({ total: 2, succeeded: 1, queued: 1 });
    const { body } = await second.get("cells", "?row_from=0&row_to=9");
    const [taken] = body.cells as Record<string, unknown>[];
    expect(taken).toMatchObject({ is_reused: true, status: "Succeeded", cost: { amount_micros: 0 }, attempt_count: 1 });
    const calls = await listCalls(second.id);
    expect(calls.map(({ reason, status }) => [reason, status])).toEqual([
      ["reuse", "Succeeded"],
      ["initial", "Pending"],
    ]);
    const references = await app.current.db
      .selectFrom("asset_reference")
      .select("kind")
      .where("ref_id", "=", String(calls[0]?.id))
      .execute();
    expect(references).toEqual([{ kind: "call" }]);
  });

  it("while generating makes exactly the cells of a new row or column", async () => {
    const benchmark = await aBenchmark(rita, { prompts: ["a", "b"], performerIds: [performer.id] });
    await benchmark.generate();
    const before = await listCalls(benchmark.id);
    const rows = await benchmark.change("add_rows", { rows: [{ inputs: { prompt: "c" } }] });
    expect([rows.status, rows.body.progress]).toEqual([200, expect.objectContaining({ total: 3, queued: 3 })]);
    const column = await benchmark.change("add_column", { performer_id: performer.id, params: { seconds: 2 } });
    expect([column.status, column.body.progress]).toEqual([200, expect.objectContaining({ total: 6, queued: 6 })]);
    const calls = await listCalls(benchmark.id);
    expect(calls.map(({ run }) => run)).toEqual([1, 1, 2, 3, 3, 3]);
    expect(calls.slice(0, 2).map(({ id }) => id)).toEqual(before.map(({ id }) => id));
  });
});
