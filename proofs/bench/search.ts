// The search of the command palette over 100,000 rows of each kind, through the API, for somebody who may see all of them.
import { PERMISSION_CODES, SEARCH_KINDS } from "@dailies/contract";
import { createDatabase } from "../../apps/server/src/platform/db/database.ts";
import { aUser } from "../../apps/server/src/testing/builders/a-user.ts";
import { insertManyNames } from "../../apps/server/src/testing/rigs/many-names.ts";
import { machineTime, stolenShare } from "../../checks/machine-time.ts";
import { aPersonWithSession } from "../chaos/harness/own-database.ts";
import { type Bench, type BenchRun, stolenVoids } from "./figures/bench-run.ts";
import { startApiProcess } from "./ledger/api-process.ts";
import { type BenchEngines, openDatabase, openEngines } from "./ledger/engines.ts";
import { openLine } from "./ledger/http-line.ts";
import { print } from "./ledger/report.ts";
import { median, percentile } from "./statistics.ts";

interface Extent {
  readonly rows: number;
  readonly turns: number;
}
const FULL: Extent = { rows: 100_000, turns: 100 };
const SMOKE: Extent = { rows: 2_000, turns: 10 };
const POOL = 4;

/** Words in every name, in some, in one and in none; parts too short for trigrams; and each beginning of a name. */
const queriesOf = (rows: number): readonly string[] => [
  "night fox",
  "fox",
  "n",
  "ni",
  "zzzzzz",
  "夜",
  `fox ${rows - 1}`,
  `person${rows - 1}`,
  `customer${rows - 1}@example.org`,
  `many.night_fox_${rows - 1}`,
  "benchmark c4ca",
  "take 3e",
  "example",
];

const fill =
  ({ rows }: Extent) =>
  async (ownerUrl: string): Promise<void> => {
    const { db, close } = createDatabase({ url: ownerUrl, poolSize: 1, applicationName: "dailies-bench" });
    await insertManyNames(db, (await aUser(db)).id, rows);
    await close();
  };

const runOn = async (engines: BenchEngines, extent: Extent): Promise<BenchRun> => {
  const { appUrl } = await openDatabase(engines, "search", fill(extent));
  const api = await startApiProcess(engines.environment, appUrl, POOL);
  const line = await openLine(api.port);
  const headers = { cookie: await aPersonWithSession(appUrl, PERMISSION_CODES) };
  const ask = async (q: string): Promise<number> => {
    const startedMs = performance.now();
    const { status } = await line.ask("GET", `/api_v1/search?q=${encodeURIComponent(q)}`, headers);
    if (status !== 200) throw new Error(`the search for ${q} answered ${status}`);
    return performance.now() - startedMs;
  };
  const before = machineTime();
  const slowest: { q: string; p50: number; p95: number }[] = [];
  try {
    for (const q of queriesOf(extent.rows)) {
      for (let n = 0; n < extent.turns / 10; n++) await ask(q);
      const times: number[] = [];
      for (let n = 0; n < extent.turns; n++) times.push(await ask(q));
      times.sort((a, b) => a - b);
      const found = { q, p50: median(times), p95: percentile(times, 0.95) };
      print(`  ${JSON.stringify(q)}: p50 ${found.p50.toFixed(1)} ms, p95 ${found.p95.toFixed(1)} ms`);
      slowest.push(found);
    }
  } finally {
    line.close();
    await api.stop();
  }
  const worst = (pick: (one: { p50: number; p95: number }) => number): number => Math.max(...slowest.map(pick));
  return {
    figures: [
      { id: "search.p50", value: worst(({ p50 }) => p50) },
      { id: "search.p95", value: worst(({ p95 }) => p95) },
    ],
    voids: stolenVoids(stolenShare(before)),
    faults: [],
    notes: { search: `${extent.rows} rows of each of ${SEARCH_KINDS.length} kinds, ${slowest.length} queries` },
  };
};

export const benchSearch: Bench = async ({ isSmoke }) => {
  const engines = await openEngines();
  try {
    return await runOn(engines, isSmoke ? SMOKE : FULL);
  } finally {
    await engines.close();
  }
};
