import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { BenchmarkRow, RowImport } from "@dailies/contract";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { newId } from "../../../platform/ids.ts";
import { aBenchmark, type OpenBenchmark } from "../../../testing/builders/a-benchmark.ts";
import { aCaller, type Caller } from "../../../testing/builders/a-caller.ts";
import { aPricedPerformer } from "../../../testing/builders/a-priced-performer.ts";
import { runDataRig } from "../../../testing/rigs/data-rig.ts";
import {
  aClipDataset,
  importsOf,
  MEDIA_INPUTS,
  renderNumbered,
  runImportRig,
} from "../../../testing/rigs/row-import-rig.ts";
import { type Answer, runApp } from "../../../testing/rigs/start-app.ts";
import { SETTINGS } from "../../settings/index.ts";
import { addImportedRows } from "./add-imported-rows.ts";
import { drawImportItems } from "./draw-import-items.ts";
import { rowImportActivities } from "./import-dataset-rows.activities.ts";
import { readImportMedia } from "./read-import-media.ts";

const SAMPLES = 6;
const BROKEN = 3;
const NEVER = new AbortController().signal;

const running = runApp();
const rig = runDataRig(running);
let folder = "";
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "dailies-row-imports-"));
});
afterAll(() => rm(folder, { recursive: true }));
const worker = runImportRig(running, rig, () => folder);

let rita: Caller;
let datasetId = "";
let performerId = "";

beforeAll(async () => {
  rita = await aCaller(running.current, { permissions: ["USE_VERSION_1_0"] });
  const clips = await Promise.all(Array.from({ length: SAMPLES }, (_, n) => renderNumbered(folder, n)));
  const clip = (n: number): Buffer => {
    const whole = clips[n] ?? Buffer.alloc(0);
    return n === BROKEN ? whole.subarray(0, 600) : whole;
  };
  datasetId = await aClipDataset(running.current, rig.current, rita, { samples: SAMPLES, clip });
  performerId = (await aPricedPerformer(running.current.db, { inputs: MEDIA_INPUTS })).id;
});

const MAPPING = {
  inputs: {
    prompt: { from: "column", column: "caption" },
    input_reference: { from: "first_frame" },
    source_video: { from: "clip" },
  },
};
const bodyOf = (more: object = {}) => ({
  dataset_id: datasetId,
  seed: 7,
  count: 5_000,
  mapping: MAPPING,
  request_key: newId(),
  ...more,
});
const start = (benchmark: OpenBenchmark, more: object = {}): Promise<Answer> =>
  benchmark.post("import_dataset_rows", bodyOf(more));
const textOnly = { mapping: { inputs: { prompt: { from: "column", column: "caption" } } } };

const work = async (importId: string): Promise<void> => {
  await drawImportItems(worker.current, importId, NEVER);
  await readImportMedia(worker.current, importId, NEVER);
  await addImportedRows(worker.current, { importId, requestId: "test" });
};
const run = async (benchmark: OpenBenchmark, more: object = {}): Promise<RowImport> => {
  const { status, body } = await start(benchmark, more);
  expect([status, body.detail]).toEqual([200, undefined]);
  await work(String(body.id));
  return (await importsOf(benchmark))[0] as RowImport;
};
const rowsOf = async (benchmark: OpenBenchmark): Promise<BenchmarkRow[]> =>
  (await benchmark.get("rows")).body.items as BenchmarkRow[];
const assetsOf = (ownerId: string) =>
  running.current.db
    .selectFrom("asset")
    .select(["id", "kind", "mime", "status", "size_bytes", "name"])
    .where("owner_id", "=", ownerId)
    .execute();
const usedBytes = async (ownerId: string): Promise<number> => {
  const usage = running.current.db.selectFrom("asset_usage").select("used_bytes").where("owner_id", "=", ownerId);
  return Number((await usage.executeTakeFirst())?.used_bytes ?? 0);
};
const emptyBenchmark = (caller = rita) => aBenchmark(caller, { prompts: [], performerIds: [performerId] });

describe("rows from a dataset", () => {
  it("take the first frame and the clip of each item as assets, in the order of the sample call", async () => {
    const benchmark = await emptyBenchmark();
    const job = await run(benchmark, { where: "seen >= 3" });
    expect(job).toMatchObject({ status: "Finished", items_done: 5, items_total: 5, rows_added: 4, rows_repeated: 0 });
    const sample = await rita.get(`/api_v1/dataset/${datasetId}/sample?seed=7&count=500&where=seen>=3`);
    const drawn = (sample.body.items as { caption: string }[]).map(({ caption }) => caption);
    const rows = await rowsOf(benchmark);
    const expected = drawn.filter((caption) => caption !== `clip number ${BROKEN}`);
    expect(rows.map(({ inputs }) => inputs.prompt)).toEqual(expected);
    const assets = new Map((await assetsOf(rita.id)).map((asset) => [asset.id, asset]));
    for (const { inputs, posters } of rows) {
      const frame = assets.get(String(inputs.input_reference));
      const clip = assets.get(String(inputs.source_video));
      expect([frame?.kind, frame?.mime, frame?.status]).toEqual(["image", "image/png", "Ready"]);
      expect([clip?.kind, clip?.mime, clip?.status]).toEqual(["video", "video/mp4", "Ready"]);
      expect((await fetch(posters.input_reference ?? "")).headers.get("content-type")).toBe("image/webp");
    }
    const frames = new Set(rows.map(({ inputs }) => inputs.input_reference));
    expect(frames.size).toBe(4);
    const sizes = [...assets.values()].map(({ size_bytes }) => Number(size_bytes));
    expect(await usedBytes(rita.id)).toBe(sizes.reduce((sum, size) => sum + size, 0));
    expect((await benchmark.dryRun()).faults).toEqual([]);
  });

  it("leave out a broken clip, with the reason and the key of the item", async () => {
    const job = await run(await emptyBenchmark());
    const [left, ...others] = job.left_out;
    expect([others, left?.items, job.rows_added]).toEqual([[], 1, SAMPLES - 1]);
    expect(left?.keys).toEqual([expect.stringMatching(/3$/)]);
    expect(left?.reason).not.toBe("");
  });

  it("keep their frames in a copy of the benchmark", async () => {
    const benchmark = await emptyBenchmark();
    await run(benchmark);
    const copy = await rita.post(`/api_v1/task/duplicate/${benchmark.id}`, { name: "copy", request_key: newId() });
    const rows = (await rita.get(`/api_v1/task/benchmark/rows/${copy.body.id}`)).body.items as BenchmarkRow[];
    const shown = rows.map(({ posters }) => Object.keys(posters).sort());
    expect(shown).toEqual(Array.from({ length: SAMPLES - 1 }, () => ["input_reference", "source_video"]));
  });

  it("are added and stored once, however often the same sample is imported", async () => {
    const benchmark = await emptyBenchmark();
    await run(benchmark);
    const before = [await assetsOf(rita.id), await usedBytes(rita.id)];
    expect(await run(benchmark)).toMatchObject({ status: "Finished", rows_added: 0, rows_repeated: SAMPLES - 1 });
    expect([await assetsOf(rita.id), await usedBytes(rita.id)]).toEqual(before);
    expect(await rowsOf(benchmark)).toHaveLength(SAMPLES - 1);
    const again = await run(benchmark, { skips_repeated: false });
    expect([again.rows_added, (await rowsOf(benchmark)).length]).toEqual([SAMPLES - 1, 2 * (SAMPLES - 1)]);
  });

  it("take text alone without reading a clip, and leave out items without a prompt", async () => {
    const benchmark = await aBenchmark(rita, { prompts: ["mine"] });
    const job = await run(benchmark, { ...textOnly, count: 2 });
    expect(job).toMatchObject({ items_total: 2, rows_added: 2, left_out: [] });
    expect((await rowsOf(benchmark)).map(({ index, posters }) => [index, posters])).toEqual([
      [0, {}],
      [1, {}],
      [2, {}],
    ]);
  });

  it("continue after an interruption with each row once, and end once although every step is repeated", async () => {
    const benchmark = await emptyBenchmark();
    const id = String((await start(benchmark)).body.id);
    await drawImportItems(worker.current, id, NEVER);
    await drawImportItems(worker.current, id, NEVER);
    const stopping = new AbortController();
    const { db } = running.current;
    const interrupted = readImportMedia(worker.current, id, stopping.signal);
    await expect.poll(async () => (await importsOf(benchmark))[0]?.items_done, { timeout: 60_000 }).toBeGreaterThan(0);
    stopping.abort(new Error("the worker stops"));
    await interrupted.catch(() => undefined);
    await readImportMedia(worker.current, id, NEVER);
    expect((await importsOf(benchmark))[0]).toMatchObject({ items_done: SAMPLES, items_total: SAMPLES });
    const end = () => addImportedRows(worker.current, { importId: id, requestId: "test" });
    await Promise.all([end(), end()]);
    await end();
    expect(await rowsOf(benchmark)).toHaveLength(SAMPLES - 1);
    const staged = db.selectFrom("benchmark_import_item").select("position").where("import_id", "=", id);
    expect(await staged.execute()).toEqual([]);
  });

  it("cannot be made twice of one item, by a constraint of the database", async () => {
    const benchmark = await emptyBenchmark();
    await run(benchmark, textOnly);
    const { db } = running.current;
    const copy = db
      .insertInto("benchmark_row")
      .columns(["id", "task_id", "index", "label", "inputs", "category", "weight", "import_id", "import_position"])
      .expression((eb) =>
        eb
          .selectFrom("benchmark_row")
          .select((row) => [row.val(newId()).as("id"), "task_id", row.val(99).as("index"), "label", "inputs"])
          .select(["category", "weight", "import_id", "import_position"])
          .where("task_id", "=", benchmark.id)
          .limit(1),
      );
    await expect(copy.execute()).rejects.toThrow("benchmark_row_imported_once");
  });
});

describe("an import that the worker refuses", () => {
  const fail = async (id: string, error: unknown): Promise<void> => {
    const { code = "", message = "" } = error as { code?: string; message?: string };
    const fault = { importId: id, requestId: "test", code, message, isRetryable: false };
    await rowImportActivities(worker.current).failRowImport(fault);
  };

  it("says plainly that the quota of the person is full, and adds nothing", async () => {
    const poor = await aCaller(running.current, { permissions: ["USE_VERSION_1_0"] });
    const benchmark = await emptyBenchmark(poor);
    const id = String((await start(benchmark)).body.id);
    await drawImportItems(worker.current, id, NEVER);
    const settings = {
      get: (setting: unknown) => (setting === SETTINGS.assetsUserQuotaBytes ? 2_000 : 10_000_000),
    } as unknown as typeof worker.current.settings;
    const refusal = await readImportMedia({ ...worker.current, settings }, id, NEVER).catch((error: unknown) => error);
    await fail(id, refusal);
    expect((await importsOf(benchmark))[0]).toMatchObject({
      status: "Failed",
      error: "this does not fit: you use 0 B of 2 KiB",
      rows_added: 0,
    });
    expect([await rowsOf(benchmark), await assetsOf(poor.id), await usedBytes(poor.id)]).toEqual([[], [], 0]);
  });

  it("ends without rows when the person may no longer do it", async () => {
    const leaver = await aCaller(running.current, { permissions: ["USE_VERSION_1_0"] });
    const benchmark = await emptyBenchmark(leaver);
    const id = String((await start(benchmark, textOnly)).body.id);
    await drawImportItems(worker.current, id, NEVER);
    await running.current.db.deleteFrom("console_user_permission").where("user_id", "=", leaver.id).execute();
    await expect(addImportedRows(worker.current, { importId: id, requestId: "test" })).rejects.toThrow(
      `${leaver.username} may no longer import rows from datasets`,
    );
    // Not by the leaver, whose calls are refused now.
    const rows = running.current.db.selectFrom("benchmark_row").select("id").where("task_id", "=", benchmark.id);
    expect(await rows.execute()).toEqual([]);
  });
});

describe("the call that starts an import", () => {
  const words = ({ status, body }: Answer): unknown[] => [status, body.detail];

  it("is refused to others than the owner and members, and to external users", async () => {
    const benchmark = await emptyBenchmark();
    const stranger = await aCaller(running.current, { permissions: ["USE_VERSION_1_0"] });
    const external = await aCaller(running.current, { permissions: ["USE_VERSION_1_0"], role: "partner" });
    const path = benchmark.path("import_dataset_rows");
    expect(words(await stranger.post(path, bodyOf()))).toEqual([
      403,
      "only the owner and the members of 'Which is better' may change it",
    ]);
    const own = await aBenchmark(external, { prompts: [] });
    expect((await own.post("import_dataset_rows", bodyOf())).status).toBe(403);
    expect((await external.get(benchmark.path("row_imports"))).status).toBe(403);
    expect((await stranger.get(benchmark.path("row_imports"))).status).toBe(200);
  });

  it("returns the same import for the same key, and refuses a second one at the same time", async () => {
    const benchmark = await emptyBenchmark();
    const request_key = newId();
    const first = await start(benchmark, { request_key });
    expect((await start(benchmark, { request_key })).body.id).toBe(first.body.id);
    expect(words(await start(benchmark))).toEqual([
      409,
      "rows are being imported into this benchmark: wait for the end or cancel it",
    ]);
  });

  it("refuses what the dataset or the performer does not have", async () => {
    const benchmark = await emptyBenchmark();
    const mapped = (inputs: object) => start(benchmark, { mapping: { inputs } });
    expect(words(await mapped({ prompt: { from: "column", column: "nothing" } }))).toEqual([
      422,
      'the dataset has no text column "nothing"',
    ]);
    expect(words(await mapped({ prompt: { from: "first_frame" } }))).toEqual([
      422,
      "the input 'prompt' takes text and cannot be filled from the first frame",
    ]);
    expect(words(await mapped({ input_reference: { from: "clip" } }))).toEqual([
      422,
      "the input 'input_reference' takes an image and cannot be filled from the clip",
    ]);
    expect((await start(benchmark, { where: "nothing = 1" })).status).toBe(422);
    expect((await start(benchmark, { dataset_id: newId() })).status).toBe(404);
    expect((await start(benchmark, { count: 5_001 })).status).toBe(422);
    expect(await importsOf(benchmark)).toEqual([]);
  });
});

describe("an import that is cancelled", () => {
  it("adds no row, whatever the worker still does, and makes room for the next", async () => {
    const benchmark = await emptyBenchmark();
    const id = String((await start(benchmark)).body.id);
    await drawImportItems(worker.current, id, NEVER);
    const stranger = await aCaller(running.current, { permissions: ["USE_VERSION_1_0"] });
    const path = `${benchmark.path("cancel_row_import")}/${id}`;
    expect((await stranger.post(path, undefined)).status).toBe(403);
    expect((await rita.post(path, undefined)).body.status).toBe("Cancelled");
    expect((await rita.post(path, undefined)).body.status).toBe("Cancelled");
    await work(id);
    expect(await rowsOf(benchmark)).toEqual([]);
    const next = await run(benchmark, textOnly);
    expect(next.status).toBe("Finished");
    const over = await rita.post(`${benchmark.path("cancel_row_import")}/${next.id}`, undefined);
    expect([over.status, over.body.detail]).toEqual([409, "this import is already over"]);
  });
});
