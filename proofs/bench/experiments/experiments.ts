// Runs of experiments through the API: pages of a long list, a chart of nine long runs, and a program that logs.

import { readConfig } from "../../../apps/server/src/config.ts";
import type { SecretKeys } from "../../../apps/server/src/platform/crypto/secret-keys.ts";
import { createDatabase } from "../../../apps/server/src/platform/db/database.ts";
import { machineTime, stolenShare } from "../../../checks/machine-time.ts";
import { aPersonWithSession } from "../../chaos/harness/own-database.ts";
import { type Bench, type BenchRun, stolenVoids } from "../figures/bench-run.ts";
import { startApiProcess } from "../ledger/api-process.ts";
import { type BenchEngines, openDatabase, openEngines } from "../ledger/engines.ts";
import { openLine } from "../ledger/http-line.ts";
import { print } from "../ledger/report.ts";
import { median, percentile } from "../statistics.ts";
import { aBenchKey, type BenchKey, fillCurve, fillRuns } from "./fill-runs.ts";
import { type IngestionExtent, measureIngestion } from "./measure-ingestion.ts";

interface Extent extends IngestionExtent {
  readonly runs: number;
  readonly curves: number;
  readonly pointsOfCurve: number;
  readonly turns: number;
}
const FULL: Extent = {
  runs: 100_000,
  curves: 9,
  pointsOfCurve: 10_000_000,
  turns: 30,
  batches: 400,
  metrics: 100,
  pointsOfMetric: 100,
};
const SMOKE: Extent = {
  runs: 5_000,
  curves: 3,
  pointsOfCurve: 300_000,
  turns: 8,
  batches: 40,
  metrics: 50,
  pointsOfMetric: 40,
};
const POOL = 6;
const PAGE = "limit=50&metric=loss&metric=fvd&param=lr&param=rank&param=seed";
/** Pages after this share of all runs. */
const DEPTHS = [0.1, 0.5, 0.9] as const;

interface Times {
  readonly p50: number;
  readonly p95: number;
}

/** Asks the questions in turns, so that a busy moment of the machine meets all of them. */
const timesOf = async (turns: number, questions: readonly (() => Promise<number>)[]): Promise<Times[]> => {
  const times = questions.map((): number[] => []);
  const warmUp = Math.max(2, Math.round(turns / 10));
  for (let turn = 0; turn < warmUp + turns; turn++) {
    for (const [at, ask] of questions.entries()) {
      const ms = await ask();
      if (turn >= warmUp) times[at]?.push(ms);
    }
  }
  return times.map((each) => {
    each.sort((a, b) => a - b);
    return { p50: median(each), p95: percentile(each, 0.95) };
  });
};

const shown = (ms: number): string => `${ms.toFixed(1)} ms`;

interface Filled {
  readonly key: BenchKey;
  readonly curveIds: readonly string[];
  readonly cursors: readonly string[];
}

const fillAll = async (appUrl: string, ownerUrl: string, secretKeys: SecretKeys, extent: Extent): Promise<Filled> => {
  const { db, close } = createDatabase({ url: appUrl, poolSize: 2, applicationName: "dailies-bench" });
  const key = await aBenchKey(db, secretKeys);
  await fillRuns(ownerUrl, key.credentialId, extent.runs);
  const curveIds: string[] = [];
  while (curveIds.length < extent.curves) {
    curveIds.push(await fillCurve(db, key.credentialId, extent.pointsOfCurve, Math.floor(extent.pointsOfCurve * 0.7)));
  }
  const cursors: string[] = [];
  for (const share of DEPTHS) {
    const { id } = await db
      .selectFrom("experiment_run")
      .select("id")
      .orderBy("id", "desc")
      .offset(Math.floor(extent.runs * share))
      .limit(1)
      .executeTakeFirstOrThrow();
    cursors.push(id);
  }
  await close();
  return { key, curveIds, cursors };
};

const runOn = async (engines: BenchEngines, extent: Extent): Promise<BenchRun> => {
  const { appUrl, ownerUrl } = await openDatabase(engines, "experiments", async () => undefined);
  const { secretKeys } = readConfig(engines.environment);
  const startedMs = performance.now();
  const { key, curveIds, cursors } = await fillAll(appUrl, ownerUrl, secretKeys, extent);
  print(`  filled in ${((performance.now() - startedMs) / 1_000).toFixed(0)} s`);
  const api = await startApiProcess(engines.environment, appUrl, POOL);
  const line = await openLine(api.port);
  const headers = { cookie: await aPersonWithSession(appUrl, []) };
  const faults: string[] = [];
  const ask = async (path: string, check?: (body: string) => boolean): Promise<number> => {
    const askedMs = performance.now();
    const { status, body } = await line.ask("GET", `/api_v1/experiment/${path}`, headers);
    const ms = performance.now() - askedMs;
    if (status !== 200) throw new Error(`${path} answered ${status}: ${body.slice(0, 300)}`);
    if (check && !check(body)) faults.push(`${path.slice(0, 40)} lost the spike or the NaN`);
    return ms;
  };
  const before = machineTime();
  try {
    const [first, filtered, ...deep] = await timesOf(extent.turns, [
      () => ask(`runs?${PAGE}`),
      () => ask(`runs?${PAGE}&filter=${encodeURIComponent("metrics.loss < 0.01 and params.lr = '3e-4'")}`),
      ...cursors.map((cursor) => () => ask(`runs?${PAGE}&cursor=${cursor}`)),
    ]);
    const runIds = curveIds.map((id) => `run_id=${id}`).join("&");
    const hasSpikes = (body: string): boolean =>
      body.split("1000").length > curveIds.length && body.split('"nan"').length > curveIds.length;
    const middle = `&from_step=${Math.floor(extent.pointsOfCurve * 0.65)}&to_step=${Math.floor(extent.pointsOfCurve * 0.75)}`;
    const [whole, part] = await timesOf(extent.turns, [
      () => ask(`curves?${runIds}&metric=loss&buckets=600`, hasSpikes),
      () => ask(`curves?${runIds}&metric=loss&buckets=600${middle}`, hasSpikes),
    ]);
    const ingestion = await measureIngestion({ appUrl, ownerUrl }, api.port, key, extent);
    if (!(first && filtered && whole && part)) throw new Error("nothing was measured");
    print(
      `  list: first p95 ${shown(first.p95)}, filtered p95 ${shown(filtered.p95)}, deep p50 ${deep.map(({ p50 }) => shown(p50)).join(", ")}`,
    );
    print(
      `  chart of ${extent.curves} × ${extent.pointsOfCurve}: whole p95 ${shown(whole.p95)}, a tenth p95 ${shown(part.p95)}`,
    );
    print(
      `  ingestion: ${Math.round(ingestion.pointsPerS)} points/s, ${ingestion.ofCopy.toFixed(3)} of COPY of the same rows, ${ingestion.ofPointRows.toFixed(2)} of COPY of one row a point`,
    );
    return {
      figures: [
        { id: "experiments.first", value: first.p95 },
        { id: "experiments.deep", value: Math.max(...deep.map(({ p50 }) => p50)) / first.p50 },
        { id: "experiments.chart", value: Math.max(whole.p95, part.p95) },
        { id: "experiments.ingestion", value: ingestion.pointsPerS },
        { id: "experiments.of-copy", value: ingestion.ofCopy },
        { id: "experiments.of-point-rows", value: ingestion.ofPointRows },
      ],
      voids: stolenVoids(stolenShare(before)),
      faults,
      notes: {
        experiments: `${extent.runs} runs; ${extent.curves} curves of ${extent.pointsOfCurve} points; batches of ${extent.metrics} metrics × ${extent.pointsOfMetric} points`,
      },
    };
  } finally {
    line.close();
    await api.stop();
  }
};

export const benchExperiments: Bench = async ({ isSmoke }) => {
  const engines = await openEngines();
  try {
    return await runOn(engines, isSmoke ? SMOKE : FULL);
  } finally {
    await engines.close();
  }
};
