import type { BenchmarkRow, CellStatus, GridCell } from "@dailies/contract";
import { beforeAll, describe, expect, it } from "vitest";
import { aBenchmark, type OpenBenchmark, settleCells } from "../../../testing/builders/a-benchmark.ts";
import { aCaller, type Caller } from "../../../testing/builders/a-caller.ts";
import { aPricedPerformer } from "../../../testing/builders/a-priced-performer.ts";
import { aGeneratedBenchmark, aScore, aTemplate } from "../../../testing/builders/an-evaluation.ts";
import { runApp } from "../../../testing/rigs/start-app.ts";
import { listOperations } from "../../operation-log/index.ts";

const app = runApp();
let rita: Caller;
let stranger: Caller;
let performerId: string;

beforeAll(async () => {
  rita = await aCaller(app.current, { permissions: ["USE_VERSION_1_0"] });
  stranger = await aCaller(app.current, { permissions: ["USE_VERSION_1_0"] });
  performerId = (await aPricedPerformer(app.current.db)).id;
});

const rowsOf = async (benchmark: OpenBenchmark): Promise<BenchmarkRow[]> =>
  (await benchmark.get("rows")).body.items as BenchmarkRow[];
const idsAt = async (benchmark: OpenBenchmark, ...indexes: number[]): Promise<string[]> => {
  const rows = await rowsOf(benchmark);
  return indexes.map((index) => rows[index]?.id ?? "");
};
const exclude = async (benchmark: OpenBenchmark, indexes: number[], is_excluded = true, reason = "off topic") =>
  benchmark.change("exclude_rows", { row_ids: await idsAt(benchmark, ...indexes), is_excluded, reason });
const statusesOf = async (benchmark: OpenBenchmark): Promise<[number, CellStatus][]> => {
  const { body } = await benchmark.get("cells", "?row_from=0&row_to=9");
  return (body.cells as GridCell[]).map(({ row, status }) => [row, status]);
};

describe("excluding rows", () => {
  it("keeps a row out of the dry run and of generation, and starts its cells when it is included again", async () => {
    const benchmark = await aBenchmark(rita, { prompts: ["a", "b", "c"], performerIds: [performerId], samples: 2 });
    expect((await exclude(benchmark, [0, 2])).body.progress).toMatchObject({ total: 6, excluded: 4, waiting: 2 });
    const [first, second] = await rowsOf(benchmark);
    expect(first).toMatchObject({ is_excluded: true, excluded_reason: "off topic" });
    expect(second).toMatchObject({ is_excluded: false, excluded_reason: null });
    expect((await benchmark.dryRun()).calls).toBe(2);
    expect((await benchmark.generate()).progress).toMatchObject({ total: 6, queued: 2, excluded: 4, waiting: 0 });
    expect(await statusesOf(benchmark)).toEqual([
      [1, "Queued"],
      [1, "Queued"],
    ]);
    const back = await exclude(benchmark, [2], false, "looked again");
    expect(back.body.progress).toMatchObject({ queued: 4, excluded: 2 });
    expect((await rowsOf(benchmark))[2]).toMatchObject({ is_excluded: false, excluded_reason: null });
    await benchmark.change("add_column", { performer_id: performerId, params: { seconds: 2 } });
    expect((await benchmark.detail()).progress).toMatchObject({ total: 12, queued: 8, excluded: 4, waiting: 0 });
  });

  it("refuses to generate when every row is excluded", async () => {
    const benchmark = await aBenchmark(rita, { prompts: ["a"], performerIds: [performerId] });
    await exclude(benchmark, [0]);
    expect((await benchmark.dryRun()).faults).toEqual([
      { row: null, col: null, message: "every row is excluded: include at least one" },
    ]);
    expect((await benchmark.post("generate_data", {})).status).toBe(409);
  });

  it("cancels running cells, keeps the clips, and gives back exactly what it took", async () => {
    const benchmark = await aBenchmark(rita, { prompts: ["a", "b"], performerIds: [performerId, performerId] });
    await benchmark.generate();
    await settleCells(app.current.db, benchmark.id, "Succeeded", [{ row: 0, col: 0 }]);
    await benchmark.post("exclude", { is_excluded: true, reason: "watermark" }, "/1/1");
    const out = await exclude(benchmark, [0, 1]);
    expect(out.body.progress).toMatchObject({ total: 4, excluded: 4, queued: 0 });
    expect((await benchmark.get("cell", "/0/0")).body.cell).toMatchObject({
      status: "Excluded",
      excluded_reason: "off topic",
      clip: { asset_id: expect.any(String) },
    });
    const jobs = await app.current.db
      .selectFrom("performer_task")
      .select("status")
      .where("task_id", "=", benchmark.id)
      .where("finished_at", "is", null)
      .execute();
    expect(jobs).toEqual([]);
    const back = await exclude(benchmark, [0, 1], false);
    expect(back.body.progress).toMatchObject({ succeeded: 1, cancelled: 2, excluded: 1 });
    expect((await benchmark.get("cell", "/1/1")).body.cell).toMatchObject({ excluded_reason: "watermark" });
  });

  it("holds its cells: none is regenerated or included on its own", async () => {
    const benchmark = await aBenchmark(rita, { prompts: ["a"], performerIds: [performerId] });
    await benchmark.generate();
    await settleCells(app.current.db, benchmark.id, "Succeeded");
    await exclude(benchmark, [0]);
    const words = "the row of this cell is excluded: include the row first";
    expect((await benchmark.regenerate(0, 0)).body.detail).toBe(words);
    const alone = await benchmark.post("exclude", { is_excluded: false, reason: "x" }, "/0/0");
    expect([alone.status, alone.body.detail]).toEqual([409, words]);
  });

  it("is for members, at the revision they saw, with a reason, and is written to the operation log once", async () => {
    const benchmark = await aBenchmark(rita, { prompts: ["a", "b"] });
    const [row_id] = await idsAt(benchmark, 0);
    const { revision } = await benchmark.detail();
    const body = { expect_revision: revision, row_ids: [row_id], is_excluded: true, reason: "off topic" };
    expect((await stranger.post(benchmark.path("exclude_rows"), body)).status).toBe(403);
    expect((await benchmark.post("exclude_rows", { ...body, reason: "" })).status).toBe(422);
    expect((await benchmark.post("exclude_rows", { ...body, row_ids: [benchmark.id] })).status).toBe(404);
    expect((await benchmark.post("exclude_rows", body)).status).toBe(200);
    expect((await benchmark.post("exclude_rows", body)).status).toBe(409);
    // Excluding it again changes nothing, not even the revision.
    const again = await exclude(benchmark, [0], true, "another reason");
    expect([again.status, again.body.revision]).toEqual([200, revision + 1]);
    expect((await rowsOf(benchmark))[0]?.excluded_reason).toBe("off topic");
    const { items } = await listOperations(app.current.db, `task:${benchmark.id}`, { limit: 20 });
    const written = items.filter(({ op_type }) => op_type === "Exclude_rows");
    expect(written).toMatchObject([{ reason: "off topic", meta: { rows: 1, is_excluded: true } }]);
  });

  it("keeps a row out of the judging plan and of the board, which says how many cells are excluded", async () => {
    const benchmark = await aGeneratedBenchmark(app.current, rita, { prompts: 3 });
    await exclude(benchmark, [1]);
    const template_id = await aTemplate(rita, [aScore()]);
    await benchmark.change("update", { template_id, evaluation: { mode: "pairwise", judges_per_item: 1 } });
    expect((await benchmark.post("start_evaluation", undefined)).status).toBe(200);
    const prompts = await app.current.db
      .selectFrom("evaluation_prompt")
      .select("row_index")
      .where("task_id", "=", benchmark.id)
      .orderBy("row_index")
      .execute();
    expect(prompts).toEqual([{ row_index: 0 }, { row_index: 2 }]);
    const { body } = await rita.get(`/api_v1/leaderboard/${benchmark.id}`);
    expect(body.warnings).toContainEqual({
      kind: "excluded_cells",
      message: "2 of 6 cells are left out: 2 excluded by hand",
    });
  });

  it("keeps the exclusion when the benchmark is duplicated", async () => {
    const benchmark = await aBenchmark(rita, { prompts: ["a", "b"] });
    await exclude(benchmark, [1]);
    const copy = await rita.post(`/api_v1/task/duplicate/${benchmark.id}`, {
      name: "copy",
      request_key: crypto.randomUUID(),
    });
    const { body } = await rita.get(`/api_v1/task/benchmark/rows/${copy.body.id}`);
    expect((body.items as BenchmarkRow[]).map((row) => [row.is_excluded, row.excluded_reason])).toEqual([
      [false, null],
      [true, "off topic"],
    ]);
  });
});
