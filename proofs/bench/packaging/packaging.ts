// Packages written by the real processes: bytes a second against a bare client that copies the same ranges, memory of the
// worker at growing numbers of samples, and the time to plan millions of them.
import { createHash } from "node:crypto";
import { readFile, writeFile } from "node:fs/promises";
import { packagesRoutes } from "@dailies/contract";
import { sql } from "kysely";
import { packageFolder } from "../../../apps/server/src/features/packages/package.rules.ts";
import { readItemList } from "../../../apps/server/src/features/packages/planning/item-list.ts";
import { machineTime, stolenShare } from "../../../checks/machine-time.ts";
import { type ConsoleCalls, consoleCalls } from "../../chaos/harness/console-calls.ts";
import { startWorld, type World } from "../../chaos/harness/data-world.ts";
import { aPersonWithSession } from "../../chaos/harness/own-database.ts";
import { indexFolder, saveWholeView } from "../../load/registered-folder.ts";
import { type Bench, type BenchRun, joinRuns, stolenVoids } from "../figures/bench-run.ts";
import { makeTable } from "../items/make-table.ts";
import { registerTable } from "../items/register-table.ts";
import { print } from "../ledger/report.ts";
import { interval90, median } from "../statistics.ts";
import { copyBare, type Range } from "./bare-copy.ts";
import { putClips } from "./clip-source.ts";
import { type StartPackage, startPackage, waitForPackage, writtenSpan } from "./packages-at-work.ts";

interface Extent {
  readonly clips: number;
  readonly clipBytes: number;
  readonly pairs: number;
  /** Numbers of small samples between which the memory of the worker must not grow. */
  readonly few: number;
  readonly many: number;
  readonly planned: number;
}
const KIB = 1024;
const MIB = KIB ** 2;
const FULL: Extent = {
  clips: 1_000,
  clipBytes: 512 * KIB,
  pairs: 4,
  few: 10_000,
  many: 1_000_000,
  planned: 10_000_000,
};
const SMOKE: Extent = { clips: 120, clipBytes: 512 * KIB, pairs: 2, few: 2_000, many: 20_000, planned: 100_000 };
/** As the worker does it. */
const PARALLELISM = { shards: 8, ranges: 16 };
const THROUGHPUT_SHARD_BYTES = 16 * MIB;
const SMALL_CLIP_BYTES = 256;
const CLIP_COLUMNS = [
  { source: "$media", name: "clip" },
  { source: "caption", name: "caption" },
  { source: "serial", name: "serial" },
];

interface Stage {
  readonly world: World;
  readonly calls: ConsoleCalls;
  readonly extent: Extent;
}

/** The ranges of each shard, from the item list of a package. */
const rangesOf = async ({ data: { db, storage } }: World, id: string): Promise<Range[][]> => {
  const { rows } = await sql<{ part: number; first: number; count: number }>`select list_part as part,
      first_row::float8 as first, samples_planned as count from package_shard
    where package_id = ${id} order by shard`.execute(db);
  const parts: Range[][] = [];
  for await (const samples of readItemList(storage, { folder: packageFolder(id), columns: [] }))
    parts.push(samples.map(({ object, offset, bytes }) => ({ object: object ?? "", offset, bytes })));
  return rows.map(({ part, first, count }) => (parts[part] ?? []).slice(first, first + count));
};

const ready = async ({ calls }: Stage, id: string): Promise<void> => {
  const { status, error } = await waitForPackage(calls, id, "ended");
  if (status !== "Ready") throw new Error(`the package is ${status}: ${error}`);
};

const measureThroughput = async (stage: Stage): Promise<BenchRun> => {
  const { world, calls, extent } = stage;
  const { storage } = world.data;
  await putClips(storage, "clips/", { samples: extent.clips, clipBytes: extent.clipBytes });
  const viewId = await saveWholeView(calls, await indexFolder(calls, storage.bucket, "clips/"));
  const write = async (): Promise<{ id: string; rate: number }> => {
    const { id } = await startPackage(calls, {
      viewId,
      columns: CLIP_COLUMNS,
      shardBytes: THROUGHPUT_SHARD_BYTES,
      order: "shuffled",
    });
    await ready(stage, id);
    const { bytes, ms } = await writtenSpan(world, id);
    return { id, rate: bytes / (ms / 1_000) };
  };
  const shards = await rangesOf(world, (await write()).id);
  const copy = async (): Promise<number> => {
    const startedMs = performance.now();
    const bytes = await copyBare(storage, "bare/", shards, PARALLELISM);
    return bytes / ((performance.now() - startedMs) / 1_000);
  };
  await copy();
  const [ours, bare]: [number[], number[]] = [[], []];
  for (let pair = 0; pair < extent.pairs; pair++) {
    // In turns, so that other load on the machine affects both alike.
    if (pair % 2 === 0) ours.push((await write()).rate);
    bare.push(await copy());
    if (pair % 2 === 1) ours.push((await write()).rate);
  }
  const ratios = ours.map((rate, at) => rate / (bare[at] ?? Number.NaN));
  const words = `${shards.length} shards of ${extent.clips} clips of ${extent.clipBytes / KIB} KiB: ${(median(ours) / MIB).toFixed(0)} MiB a second, bare ${(median(bare) / MIB).toFixed(0)}`;
  print(`  ${words}; ratios ${ratios.map((ratio) => ratio.toFixed(2)).join(", ")}`);
  return {
    figures: [{ id: "packaging.throughput", value: median(ratios), interval: interval90(ratios) }],
    voids: [],
    faults: [],
    notes: { packaging: words },
  };
};

/** Starts a new highest resident size of a process. */
const forgetPeak = (pid: number): Promise<void> => writeFile(`/proc/${pid}/clear_refs`, "5");

const peakMib = async (pid: number): Promise<number> =>
  Number(/VmHWM:\s+(\d+)/.exec(await readFile(`/proc/${pid}/status`, "utf8"))?.[1]) / KIB;

const measureMemory = async (stage: Stage): Promise<BenchRun> => {
  const { world, calls, extent } = stage;
  const measured: { samples: number; peak: number; seconds: number }[] = [];
  for (const samples of [extent.few, extent.many]) {
    const folder = `small-${samples}/`;
    const { storage } = world.data;
    await putClips(storage, folder, { samples, clipBytes: SMALL_CLIP_BYTES });
    const viewId = await saveWholeView(calls, await indexFolder(calls, storage.bucket, folder));
    // Each size in a worker of its own: what indexing left in the memory of the other is not in it.
    await world.worker.killAndRestart();
    const pid = world.worker.pid();
    if (pid === undefined) throw new Error("the worker does not run");
    await forgetPeak(pid);
    const startedMs = performance.now();
    await ready(
      stage,
      (await startPackage(calls, { viewId, columns: CLIP_COLUMNS, shardBytes: MIB, order: "view" })).id,
    );
    measured.push({ samples, peak: await peakMib(pid), seconds: (performance.now() - startedMs) / 1_000 });
  }
  const [few, many] = measured;
  if (!few || !many) throw new Error("two sizes are measured");
  const perSample = many.seconds / many.samples / (few.seconds / few.samples);
  const words = measured
    .map(
      ({ samples, peak, seconds }) =>
        `${samples} samples ${seconds.toFixed(1)} s, worker at most ${peak.toFixed(0)} MiB`,
    )
    .join("; ");
  print(`  ${words}`);
  return {
    figures: [
      { id: "packaging.memory", value: many.peak / few.peak },
      { id: "packaging.growth", value: perSample },
    ],
    voids: [],
    faults: [],
    notes: { packaging: words },
  };
};

const measurePlan = async ({ world, calls, extent }: Stage): Promise<BenchRun> => {
  const { databaseUrl } = world;
  const hex = createHash("sha256").update(`plan ${extent.planned}`).digest("hex");
  const datasetId = `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
  await registerTable(databaseUrl, datasetId, await makeTable(world.itemTables, datasetId, extent.planned));
  const viewId = await saveWholeView(calls, datasetId);
  const columns = [
    { source: "$media", name: "clip" },
    { source: "caption", name: "caption" },
    { source: "aesthetic", name: "aesthetic" },
  ];
  const order = { viewId, columns, shardBytes: KIB * MIB, order: "shuffled" } as const;
  // The first plan of a version on a worker waits for the copy of its item table; the others find it there.
  const first = await timePlan(calls, order);
  // Shards of the cancelled package that were begun are not in the time of the next plan.
  await world.worker.killAndRestart();
  const again = await timePlan(calls, order);
  const words = `${again.samples} samples planned in ${again.seconds.toFixed(1)} s, ${again.shards} shards; the first time ${first.seconds.toFixed(1)} s, with the copy of the item table onto the worker`;
  print(`  ${words}`);
  const isSame = first.hash === again.hash && first.samples === again.samples && first.shards === again.shards;
  return {
    figures: [{ id: "packaging.plan", value: again.seconds }],
    voids: [],
    faults: [
      ...(again.samples === extent.planned ? [] : [`${again.samples} samples were planned, not ${extent.planned}`]),
      ...(isSame ? [] : ["the same plan was not the same when it was made again"]),
    ],
    notes: { packaging: words },
  };
};

const timePlan = async (calls: ConsoleCalls, order: StartPackage) => {
  const { id } = await startPackage(calls, order);
  const planned = await waitForPackage(calls, id, "planned");
  const plannedAt = Date.now();
  const {
    shards_total: shards,
    samples_total: samples,
    started_at: startedAt,
    item_list_sha256: hash,
    error,
  } = planned;
  if (shards === null) throw new Error(`the package was not planned: ${error}`);
  await calls.call(packagesRoutes.cancelPackage, { params: { id } });
  return { shards, samples, hash, seconds: (plannedAt - new Date(startedAt ?? plannedAt).getTime()) / 1_000 };
};

const PARTS = { throughput: measureThroughput, memory: measureMemory, plan: measurePlan };

export const benchPackaging: Bench = async ({ isSmoke }) => {
  const world = await startWorld("bench-packaging", {});
  const before = machineTime();
  try {
    const calls = consoleCalls(world.origin, await aPersonWithSession(world.databaseUrl, []));
    const extent = isSmoke ? SMOKE : FULL;
    /** `--only throughput` measures one part, `--planned 1000000` plans so many samples. */
    const asked = (name: string): string | undefined =>
      process.argv[process.argv.indexOf(name) + 1 || process.argv.length];
    const stage = { world, calls, extent: { ...extent, planned: Number(asked("--planned") ?? extent.planned) } };
    const only = asked("--only");
    const parts = Object.entries(PARTS).filter(([name]) => only === undefined || name === only);
    const runs: BenchRun[] = [];
    for (const [, measure] of parts) runs.push(await measure(stage));
    return joinRuns(runs, stolenVoids(stolenShare(before)));
  } finally {
    await world.stop();
  }
};
