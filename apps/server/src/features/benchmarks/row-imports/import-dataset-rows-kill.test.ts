import { once } from "node:events";
import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { BenchmarkRow } from "@dailies/contract";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { newId } from "../../../platform/ids.ts";
import { aBenchmark } from "../../../testing/builders/a-benchmark.ts";
import { aCaller } from "../../../testing/builders/a-caller.ts";
import { aPricedPerformer } from "../../../testing/builders/a-priced-performer.ts";
import { eventually } from "../../../testing/eventually.ts";
import { runDataRig } from "../../../testing/rigs/data-rig.ts";
import { killableWorkers } from "../../../testing/rigs/killable-workers.ts";
import { aClipDataset, importsOf, MEDIA_INPUTS, renderNumbered } from "../../../testing/rigs/row-import-rig.ts";
import { runApp } from "../../../testing/rigs/start-app.ts";

const SAMPLES = 60;
const DISTINCT = 5;

const running = runApp();
const rig = runDataRig(running);
let folder = "";
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "dailies-row-import-kill-"));
  await chmod(folder, 0o711);
});
afterAll(() => rm(folder, { recursive: true }));

const database = {
  get current() {
    return { url: running.current.config.database.url };
  },
};
const workers = killableWorkers(() => database.current.url, "row-import-kill");
const startWorker = () =>
  workers.start({
    DAILIES_MEDIA_FOLDER: join(folder, "scratch"),
    DAILIES_REPLICA_FOLDER: join(folder, "replicas"),
  });

describe("an import of rows whose worker is killed while it reads clips", () => {
  it("ends with each row once and each frame stored once, made by another worker", async () => {
    const rita = await aCaller(running.current, { permissions: ["USE_VERSION_1_0"] });
    const clips = await Promise.all(Array.from({ length: DISTINCT }, (_, n) => renderNumbered(folder, n)));
    const clip = (n: number) => clips[n % DISTINCT] ?? Buffer.alloc(0);
    const datasetId = await aClipDataset(running.current, rig.current, rita, { samples: SAMPLES, clip });
    const { id: performerId } = await aPricedPerformer(running.current.db, { inputs: MEDIA_INPUTS });
    const benchmark = await aBenchmark(rita, { prompts: [], performerIds: [performerId] });
    const inputs = { prompt: { from: "column", column: "caption" }, input_reference: { from: "first_frame" } };
    const body = { dataset_id: datasetId, seed: 1, count: SAMPLES, mapping: { inputs }, request_key: newId() };
    expect((await benchmark.post("import_dataset_rows", body)).status).toBe(200);

    const first = await startWorker();
    await eventually(async () => ((await importsOf(benchmark))[0]?.items_done ?? 0) > 3 || undefined, 120_000);
    first.kill("SIGKILL");
    await once(first, "exit");
    const [halfway] = await importsOf(benchmark);
    expect(halfway).toMatchObject({ status: "Running", items_total: SAMPLES });
    expect(halfway?.items_done).toBeLessThan(SAMPLES);
    expect((await benchmark.get("rows")).body.total).toBe(0);

    await startWorker();
    const job = await eventually(async () => {
      const [now] = await importsOf(benchmark);
      return now?.status === "Running" ? undefined : now;
    }, 150_000);
    expect(job).toMatchObject({ status: "Finished", items_done: SAMPLES, rows_added: SAMPLES, left_out: [] });
    const rows = (await benchmark.get("rows", "?limit=500")).body.items as BenchmarkRow[];
    expect(new Set(rows.map(({ inputs: { prompt } }) => prompt)).size).toBe(SAMPLES);
    expect(rows).toHaveLength(SAMPLES);
    expect(new Set(rows.map(({ inputs: { input_reference } }) => input_reference)).size).toBe(DISTINCT);
    const stored = running.current.db.selectFrom("asset").select("id").where("owner_id", "=", rita.id);
    expect(await stored.execute()).toHaveLength(DISTINCT);
  }, 300_000);
});
