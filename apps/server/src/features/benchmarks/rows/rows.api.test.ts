import type { BenchmarkRow } from "@dailies/contract";
import { beforeAll, describe, expect, it } from "vitest";
import { aBenchmark, type OpenBenchmark } from "../../../testing/builders/a-benchmark.ts";
import { aCaller, type Caller } from "../../../testing/builders/a-caller.ts";
import { aPricedPerformer, SOME_INPUTS } from "../../../testing/builders/a-priced-performer.ts";
import { type Answer, runApp } from "../../../testing/rigs/start-app.ts";

const app = runApp();
let rita: Caller;
let stranger: Caller;
let performerId: string;

beforeAll(async () => {
  rita = await aCaller(app.current, { permissions: ["USE_VERSION_1_0"] });
  stranger = await aCaller(app.current, { permissions: ["USE_VERSION_1_0"] });
  performerId = (await aPricedPerformer(app.current.db)).id;
});

const rowsOf = async (benchmark: OpenBenchmark, query = ""): Promise<BenchmarkRow[]> =>
  (await benchmark.get("rows", query)).body.items as BenchmarkRow[];
const prompts = (rows: readonly BenchmarkRow[]): unknown[] => rows.map(({ index, inputs }) => [index, inputs.prompt]);
const words = ({ status, body }: Answer): unknown[] => [status, body.detail];

describe("rows", () => {
  it("are added at the end, changed and removed in Init, and numbered without gaps", async () => {
    const benchmark = await aBenchmark(rita, { prompts: ["a", "b", "c", "d"] });
    const [first, second, third] = await rowsOf(benchmark);
    await benchmark.change("remove_rows", { row_ids: [first?.id, third?.id] });
    expect(prompts(await rowsOf(benchmark))).toEqual([
      [0, "b"],
      [1, "d"],
    ]);
    const edit = { row_id: second?.id, inputs: { prompt: "B" }, label: "bee", category: "x", weight: 2 };
    expect((await benchmark.change("update_row", edit)).status).toBe(200);
    await benchmark.change("add_rows", { rows: [{ inputs: { prompt: "e" } }] });
    expect(prompts(await rowsOf(benchmark, "?offset=1&limit=1"))).toEqual([[1, "d"]]);
    expect((await benchmark.get("rows", "?offset=2")).body).toMatchObject({ total: 3, items: [{ index: 2 }] });
    expect((await rowsOf(benchmark))[0]).toMatchObject({ label: "bee", category: "x", weight: 2 });
    expect((await benchmark.change("update_row", { ...edit, row_id: first?.id })).status).toBe(404);
    expect((await benchmark.change("remove_rows", { row_ids: [first?.id] })).status).toBe(404);
  });

  it("are changed only at the revision that was seen, by those who may", async () => {
    const benchmark = await aBenchmark(rita, { prompts: ["a"] });
    const { revision } = await benchmark.detail();
    const add = (caller: Caller, expect_revision: number) =>
      caller.post(benchmark.path("add_rows"), { expect_revision, rows: [{ inputs: { prompt: "x" } }] });
    const answers = await Promise.all([add(rita, revision), add(rita, revision)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect((await add(stranger, revision + 1)).status).toBe(403);
    expect((await stranger.get(benchmark.path("rows"))).status).toBe(200);
  });
});

describe("importing rows", () => {
  const file = (benchmark: OpenBenchmark, format: string, text: string, is_dry_run = false) =>
    benchmark.change("import_rows", { format, text, is_dry_run });

  it("reads CSV with quotes, a byte order mark and types that the performer wants", async () => {
    const benchmark = await aBenchmark(rita, { prompts: [], performerIds: [performerId] });
    const text =
      '\uFEFFprompt,seconds,label,category,weight\r\n"a ""red"" fox,\nrunning",2,Fox,motion,2\r\nplain,,,,\r\n';
    const tried = await file(benchmark, "csv", text, true);
    expect(tried.body).toMatchObject({ rows: 2, keys: ["prompt", "seconds"], faults: [], state: null });
    expect(await rowsOf(benchmark)).toEqual([]);
    expect((await file(benchmark, "csv", text)).body.state).toMatchObject({ progress: { total: 2 } });
    expect((await rowsOf(benchmark))[0]).toMatchObject({
      inputs: { prompt: 'a "red" fox,\nrunning', seconds: "2" },
      label: "Fox",
      category: "motion",
      weight: 2,
    });
    const plan = await benchmark.dryRun();
    expect([plan.faults, plan.cost?.amount_micros]).toEqual([[], 20_000 + 40_000]);
  });

  it("reads JSON lines and prompt lists, and says which lines are wrong", async () => {
    const benchmark = await aBenchmark(rita, { prompts: [] });
    const text =
      '{"prompt":"a","seconds":3,"label":"A"}\n\n{"inputs":{"prompt":"b"},"weight":0.5}\nno\n[1]\n{"__proto__":1}';
    const tried = await file(benchmark, "jsonl", text, true);
    expect(tried.body).toMatchObject({ rows: 2, preview: [{ inputs: { prompt: "a", seconds: 3 } }, { weight: 0.5 }] });
    expect((tried.body.faults as { line: number }[]).map(({ line }) => line)).toEqual([4, 5, 6]);
    expect(words(await file(benchmark, "jsonl", text))).toEqual([422, "line 4: this is not JSON (and 2 more)"]);
    expect(await rowsOf(benchmark)).toEqual([]);
    await file(benchmark, "lines", 'a person swimming in ocean\r\n\r\na cat, "quoted"\r\n');
    expect(prompts(await rowsOf(benchmark))).toEqual([
      [0, "a person swimming in ocean"],
      [1, 'a cat, "quoted"'],
    ]);
  });

  it("reads a VBench list, names what is repeated, and adds nothing when it is imported again", async () => {
    const benchmark = await aBenchmark(rita, { prompts: ["a bird and a cat"] });
    const text = JSON.stringify([
      { prompt_en: "In a still frame, a stop sign", dimension: ["temporal_flickering"] },
      { prompt_en: " a bird and a cat ", dimension: ["multiple_objects"], auxiliary_info: { object: "a bird" } },
      { prompt_en: "a person is clapping", dimension: ["subject_consistency", "human_action"] },
      { prompt_en: "In a still frame, a stop sign", dimension: ["aesthetic_quality", "temporal_flickering"] },
    ]);
    const list = { format: "vbench", text, skips_repeated: true };
    const tried = await benchmark.change("import_rows", { ...list, is_dry_run: true });
    expect(tried.body).toMatchObject({
      rows: 2,
      keys: ["prompt"],
      faults: [],
      repeated: 2,
      repeated_rows: [
        { line: 2, inputs: { prompt: "a bird and a cat" }, same_as_line: null },
        { line: 4, inputs: { prompt: "In a still frame, a stop sign" }, same_as_line: 1 },
      ],
      preview: [
        { inputs: { prompt: "In a still frame, a stop sign" }, category: "temporal_flickering, aesthetic_quality" },
        { category: "subject_consistency, human_action" },
      ],
    });
    await benchmark.change("import_rows", { ...list, is_dry_run: false });
    expect(await rowsOf(benchmark)).toHaveLength(3);
    const { revision } = await benchmark.detail();
    const again = await benchmark.change("import_rows", { ...list, is_dry_run: false });
    expect(again.body).toMatchObject({ rows: 0, repeated: 4, state: { revision } });
    expect(await rowsOf(benchmark)).toHaveLength(3);
    const kept = await benchmark.change("import_rows", { ...list, skips_repeated: false, is_dry_run: true });
    expect(kept.body).toMatchObject({ rows: 4, repeated: 4 });
  });

  it("refuses a VBench list with a wrong entry as a whole", async () => {
    const benchmark = await aBenchmark(rita, { prompts: [] });
    const wrong = [{ prompt_en: "a fox" }, { prompt: "no" }, "no", { prompt_en: "a", dimension: "x" }];
    const tried = await file(benchmark, "vbench", JSON.stringify(wrong), true);
    expect(tried.body.rows).toBe(1);
    expect((tried.body.faults as { line: number }[]).map(({ line }) => line)).toEqual([2, 3, 4]);
    expect(words(await file(benchmark, "vbench", JSON.stringify(wrong)))[1]).toMatch(
      /^entry 2: prompt_en: .* \(and 2 more\)$/,
    );
    expect(words(await file(benchmark, "vbench", "a fox"))).toEqual([
      422,
      "this is not JSON; a VBench file is one array of entries",
    ]);
    expect((await file(benchmark, "vbench", '{"prompt_en":"a"}')).status).toBe(422);
    expect(await rowsOf(benchmark)).toEqual([]);
  });

  it("refuses a file as a whole when its head is wrong or it is too long", async () => {
    const benchmark = await aBenchmark(rita, { prompts: [] });
    expect(words(await file(benchmark, "csv", "a b,c\n1,2"))).toEqual([
      422,
      "the first line names the inputs; 'a b' is no name for one",
    ]);
    expect((await file(benchmark, "csv", "prompt,prompt\n1,2")).status).toBe(422);
    expect((await file(benchmark, "csv", "label\nx")).status).toBe(422);
    expect((await file(benchmark, "lines", " \n \n")).status).toBe(422);
    expect(words(await file(benchmark, "lines", "x\n".repeat(10_001)))).toEqual([
      422,
      "at most 10000 rows come in at once",
    ]);
    const uneven = await file(benchmark, "csv", "prompt,seconds\na", true);
    expect(uneven.body.faults).toEqual([{ line: 2, message: "1 fields, the first line has 2" }]);
  });
});

describe("columns", () => {
  it("must fit their performer, and only one that the caller may use", async () => {
    const benchmark = await aBenchmark(rita, { prompts: ["a"] });
    const add = (params: object, performer_id = performerId) =>
      benchmark.change("add_column", { performer_id, params, label: "" });
    const wrong = await add({ seconds: 99, nothing: 1 });
    expect([wrong.status, wrong.body.detail]).toEqual([
      422,
      [
        { msg: "use 10 or less", loc: "params.seconds" },
        { msg: "the performer has no input 'nothing'", loc: "params.nothing" },
      ],
    ]);
    const secret = await aPricedPerformer(app.current.db, { isShared: false });
    expect((await add({}, secret.id)).status).toBe(404);
    expect((await add({ seconds: 2 })).body).toMatchObject({
      columns_list: [{ index: 0, params: { seconds: 2 }, performer_version: "1", price: { unit: "second" } }],
    });
  });

  it("are changed and removed in Init, with one baseline at most", async () => {
    const benchmark = await aBenchmark(rita, { prompts: ["a"], performerIds: [performerId, performerId, performerId] });
    const [first, second, third] = (await benchmark.detail()).columns_list;
    const column = { performer_id: performerId, params: {}, is_baseline: true };
    await benchmark.change("update_column", { ...column, column_id: first?.id });
    await benchmark.change("update_column", { ...column, column_id: third?.id, label: "Base" });
    await benchmark.change("remove_column", { column_id: second?.id });
    const { columns_list } = await benchmark.detail();
    expect(columns_list.map(({ id, index, is_baseline }) => [id, index, is_baseline])).toEqual([
      [first?.id, 0, false],
      [third?.id, 1, true],
    ]);
    expect((await benchmark.change("remove_column", { column_id: second?.id })).status).toBe(404);
  });

  it("stand for performers that call the same thing by other names", async () => {
    const inputs = SOME_INPUTS.map((input) => (input.role === "prompt" ? { ...input, key: "text" } : input));
    const other = await aPricedPerformer(app.current.db, { inputs });
    const benchmark = await aBenchmark(rita, { prompts: ["a fox"], performerIds: [performerId, other.id] });
    expect((await benchmark.dryRun()).faults).toEqual([]);
    await benchmark.generate();
    const calls = await app.current.db
      .selectFrom("performer_task")
      .select("resolved_input")
      .where("task_id", "=", benchmark.id)
      .orderBy("id")
      .execute();
    expect(calls.map(({ resolved_input }) => resolved_input)).toEqual([
      { prompt: "a fox", seconds: 4, size: "640x360" },
      { text: "a fox", seconds: 4, size: "640x360" },
    ]);
  });

  it("refuse a grid that would be too large", async () => {
    const benchmark = await aBenchmark(rita, { prompts: [], samples: 20 });
    await benchmark.change("import_rows", { format: "lines", text: "x\n".repeat(4_000), is_dry_run: false });
    await benchmark.change("add_column", { performer_id: performerId, params: {} });
    const refused = await benchmark.change("add_column", { performer_id: performerId, params: {} });
    expect(words(refused)).toEqual([
      409,
      "a benchmark has at most 100,000 cells: 4,000 rows × 2 columns × 20 samples = 160,000",
    ]);
  });
});
