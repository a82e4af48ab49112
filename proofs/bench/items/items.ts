// Rows of a dataset of one and of ten million, through the API on the real engines: pages at any depth, histograms under a
// filter, seeded samples, and the time until they are available.
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { readConfig } from "../../../apps/server/src/config.ts";
import { createCatalogueStore } from "../../../apps/server/src/features/datasets/catalogue/catalogue-store.ts";
import { createItemTables, type ItemTables } from "../../../apps/server/src/features/datasets/item-table.ts";
import { testEnvironment } from "../../../apps/server/src/testing/environment.ts";
import {
  createMigratedDatabase,
  dropDatabase,
  withDatabase,
} from "../../../apps/server/src/testing/template-database.ts";
import { machineTime, stolenShare } from "../../../checks/machine-time.ts";
import { aPersonWithSession } from "../../chaos/harness/own-database.ts";
import { seeded } from "../../seeded.ts";
import { type Bench, type BenchRun, joinRuns, stolenVoids } from "../figures/bench-run.ts";
import { type ApiProcess, startApiProcess } from "../ledger/api-process.ts";
import { print } from "../ledger/report.ts";
import { type ItemAsker, openItemAsker, type Page } from "./item-asker.ts";
import { findTable, makeTable, TABLE_NAME } from "./make-table.ts";
import { measureCounts } from "./measure-counts.ts";
import { describePages, measureCase, PAGE_CASES, worstOf } from "./measure-pages.ts";
import { registerTable } from "./register-table.ts";

interface Extent {
  /** Prefix of its figure ids. */
  readonly id: string;
  readonly rows: number;
  readonly fresh: number;
  readonly turns: number;
}
/** `--rows` measures one size alone; `--keep` leaves the table for the next run. */
const FULL: readonly Extent[] = [
  { id: "items.one-million", rows: 1_000_000, fresh: 4, turns: 150 },
  { id: "items.ten-million", rows: 10_000_000, fresh: 4, turns: 150 },
];
const SMOKE: readonly Extent[] = [{ id: "items.one-million", rows: 120_000, fresh: 2, turns: 15 }];
const POOL = 4;
const WAIT_MS = 300_000;

const seconds = (ms: number): string => `${(ms / 1_000).toFixed(1)} s`;

/** Time until results cover the whole dataset, and until the first result. */
const waitForWhole = async (asker: ItemAsker): Promise<{ firstMs: number; wholeMs: number }> => {
  const startedMs = performance.now();
  const ask = () => asker.post<Page>("items", { where: "aesthetic > 5", page_size: 30 });
  const first = await ask();
  const firstMs = first.tookMs;
  let isPartial = first.answer.partial;
  while (isPartial) {
    if (performance.now() - startedMs > WAIT_MS) throw new Error("the copy was not made in time");
    await sleep(500);
    isPartial = (await ask()).answer.partial;
  }
  return { firstMs, wholeMs: performance.now() - startedMs };
};

const memoryOf = async (pid: number): Promise<string> => {
  const status = await readFile(`/proc/${pid}/status`, "utf8");
  const megabytes = (name: string) => Math.round(Number(new RegExp(`${name}:\\s+(\\d+)`).exec(status)?.[1]) / 1_024);
  return `${megabytes("VmRSS")} MB, at most ${megabytes("VmHWM")} MB`;
};

const measureExtent = async (api: ApiProcess, asker: ItemAsker, extent: Extent): Promise<BenchRun> => {
  const { id, rows, fresh, turns } = extent;
  const random = seeded(rows);
  const { firstMs, wholeMs } = await waitForWhole(asker);
  print(
    `  first answer ${seconds(firstMs)} (of the beginning while the copy is made), the whole after ${seconds(wholeMs)}`,
  );
  const figures = [];
  for (const each of PAGE_CASES) {
    const measured = await measureCase(asker, each, { fresh, turns, random });
    print(describePages(measured));
    figures.push(measured);
  }
  const differing = await measureCounts(asker, fresh);
  const memory = await memoryOf(api.pid);
  print(`    memory of the API: ${memory}`);
  const { firstMs: freshMs, anyRatio } = worstOf(figures);
  return {
    figures: [
      { id: `${id}.first`, value: freshMs },
      { id: `${id}.any`, value: anyRatio },
      { id: `${id}.samples`, value: differing },
    ],
    voids: [],
    faults: differing === 0 ? [] : [`${differing} samples differ when drawn again with the same seed`],
    notes: {
      [id]: `first answer ${seconds(firstMs)}, the whole after ${seconds(wholeMs)}; memory of the API ${memory}`,
    },
  };
};

interface Engines {
  readonly tables: ItemTables;
  readonly databaseUrl: string;
  readonly environment: NodeJS.ProcessEnv;
}

const runExtent = async ({ tables, databaseUrl, environment }: Engines, extent: Extent): Promise<BenchRun> => {
  const datasetId = `d4000000-0000-4000-8000-${String(extent.rows).padStart(12, "0")}`;
  const startedMs = performance.now();
  const kept = await findTable(tables, datasetId, extent.rows);
  const table = kept ?? (await makeTable(tables, datasetId, extent.rows));
  print(
    `${extent.rows.toLocaleString("en")} items ${kept ? "found" : `made in ${seconds(performance.now() - startedMs)}`}`,
  );
  await registerTable(databaseUrl, datasetId, table);
  const api = await startApiProcess(environment, databaseUrl, POOL);
  const asker = await openItemAsker(api.port, await aPersonWithSession(databaseUrl, []), datasetId);
  try {
    return await measureExtent(api, asker, extent);
  } finally {
    asker.close();
    await api.stop();
    if (!process.argv.includes("--keep")) await tables.drop(datasetId, TABLE_NAME);
  }
};

export const benchItems: Bench = async ({ isSmoke }) => {
  const { database, s3 } = readConfig(testEnvironment());
  const ownerUrl = database.ownerUrl ?? "";
  const name = await createMigratedDatabase({ ownerUrl, appUrl: database.url });
  const folder = await mkdtemp(join(tmpdir(), "dailies-bench-replicas-"));
  const tables = createItemTables(createCatalogueStore(s3, s3.datasetsBucket));
  const environment = { ...testEnvironment(), DAILIES_REPLICA_FOLDER: folder };
  const asked = Number(process.argv[process.argv.indexOf("--rows") + 1]);
  const extents = isSmoke ? SMOKE : FULL.filter(({ rows }) => !process.argv.includes("--rows") || rows === asked);
  const before = machineTime();
  try {
    const position = { tables, databaseUrl: withDatabase(database.url, name), environment };
    if (extents.length === 0) throw new Error(`there is no size of ${asked} rows`);
    const runs: BenchRun[] = [];
    for (const extent of extents) runs.push(await runExtent(position, extent));
    return joinRuns(runs, stolenVoids(stolenShare(before)));
  } finally {
    await rm(folder, { recursive: true, force: true });
    await dropDatabase(ownerUrl, name);
  }
};
