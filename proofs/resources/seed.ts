import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { benchmarksRoutes, datasetItemRoutes, tasksRoutes, viewerRoutes } from "@dailies/contract";
import { readConfig } from "../../apps/server/src/config.ts";
import { openData } from "../../apps/server/src/features/datasets/index.ts";
import { createItemTables } from "../../apps/server/src/features/datasets/item-table.ts";
import { provisionOwnProfile } from "../../apps/server/src/features/storage/index.ts";
import type { Db } from "../../apps/server/src/platform/db/database.ts";
import { openLog } from "../../apps/server/src/platform/observability/log.ts";
import { createObjectStorage } from "../../apps/server/src/platform/s3/object-storage.ts";
import { programContext } from "../../apps/server/src/request-context.ts";
import { putTableSets } from "../../apps/server/src/testing/builders/a-table-set.ts";
import { insertManyNames } from "../../apps/server/src/testing/rigs/many-names.ts";
import { aBenchKey, fillCurve, fillRuns } from "../bench/experiments/fill-runs.ts";
import { prepareGrid } from "../bench/grid-task.ts";
import { makeTable, TABLE_NAME } from "../bench/items/make-table.ts";
import { registerTable } from "../bench/items/register-table.ts";
import { fillTask } from "../bench/leaderboard/fill-task.ts";
import type { ConsoleCalls } from "../chaos/harness/console-calls.ts";

export interface Extent {
  readonly items: number;
  readonly samples: number;
  /** Of each kind that the search covers. */
  readonly names: number;
  readonly boards: number;
  readonly judgements: number;
  readonly cells: number;
  readonly curves: number;
  readonly pointsOfCurve: number;
  readonly rowsToImport: number;
}

/** What the costly requests are about. */
export interface SeededData {
  readonly extent: Extent;
  readonly datasetId: string;
  readonly handles: readonly string[];
  readonly boardIds: readonly string[];
  readonly gridId: string;
  readonly emptyBenchmark: { readonly id: string; readonly revision: number };
  readonly runIds: readonly string[];
}

export interface SeedPlace {
  readonly environment: NodeJS.ProcessEnv;
  readonly db: Db;
  readonly appUrl: string;
  readonly ownerUrl: string;
  readonly ownerId: string;
  readonly calls: ConsoleCalls;
}

const REPLICA_WAIT_MS = 120_000;
const CHART_OF_RUNS = 1_000;

/** Until searches cover the whole table. */
const waitForReplica = async ({ calls }: SeedPlace, datasetId: string): Promise<void> => {
  const deadlineMs = performance.now() + REPLICA_WAIT_MS;
  const body = { where: "aesthetic > 5", order_by: "", page_size: 1, offset: 0, filters: [], q: "" };
  while ((await calls.call(datasetItemRoutes.listItems, { params: { id: datasetId }, body })).partial) {
    if (performance.now() > deadlineMs) throw new Error("the copy of the item table was not made in time");
    await sleep(250);
  }
};

/** The item table, and the sets of the viewer. Removes them from the bucket in the end. */
const openTables = async (place: SeedPlace, extent: Extent) => {
  const { s3, secretKeys, storageOrigins, queries } = readConfig(place.environment);
  const storage = createObjectStorage(s3);
  const { log } = openLog({ level: "warn", isBuffered: false });
  const clock = (): Date => new Date();
  const data = openData({ db: place.db, clock, log, storage, own: s3, secretKeys, storageOrigins, queries });
  await provisionOwnProfile(data.stores, programContext("(proof)", "proof", new Date()));
  const tables = createItemTables(data.catalogue);
  const datasetId = randomUUID();
  await registerTable(place.appUrl, datasetId, await makeTable(tables, datasetId, extent.items));
  await waitForReplica(place, datasetId);
  const folder = `proof-resources-${datasetId}/`;
  const captions = Array.from({ length: extent.samples }, (_, row) => `row number ${row}`);
  await putTableSets(data, folder, captions);
  const handles: string[] = [];
  for (const name of ["rows.parquet", "rows.lance/"]) {
    const uri = `s3://${data.storage.bucket}/${folder}${name}`;
    handles.push((await place.calls.call(viewerRoutes.openShards, { query: { uri } })).handle);
  }
  const remove = async (): Promise<void> => {
    await tables.drop(datasetId, TABLE_NAME);
    for (;;) {
      const listed = await data.storage.listObjects(folder, { limit: 1_000 });
      if (listed.length === 0) break;
      await data.storage.deleteObjects(listed.map(({ key }) => key));
    }
    await data.close();
    await storage.close();
  };
  return { datasetId, handles, remove };
};

const makeBenchmarks = async ({ calls }: SeedPlace, { cells }: Extent) => {
  const gridId = await prepareGrid(calls, cells);
  await calls.call(benchmarksRoutes.generateData, { params: { id: gridId }, body: {} });
  const { id, revision } = await calls.call(tasksRoutes.createTask, {
    body: { kind: "Benchmark", name: "Rows to import", request_key: randomUUID() },
  });
  return { gridId, emptyBenchmark: { id, revision } };
};

const makeRuns = async (place: SeedPlace, { curves, pointsOfCurve }: Extent): Promise<string[]> => {
  const { secretKeys } = readConfig(place.environment);
  const { credentialId } = await aBenchKey(place.db, secretKeys);
  await fillRuns(place.ownerUrl, credentialId, CHART_OF_RUNS);
  const ids: string[] = [];
  while (ids.length < curves) ids.push(await fillCurve(place.db, credentialId, pointsOfCurve, 1_000));
  return ids;
};

/** Everything that the requests read; `remove` deletes what lies outside of the proof's own database. */
export const seedAll = async (
  place: SeedPlace,
  extent: Extent,
): Promise<{ readonly seeded: SeededData; readonly remove: () => Promise<void> }> => {
  await insertManyNames(place.db, place.ownerId, extent.names);
  const boardIds: string[] = [];
  const size = { columns: 20, prompts: 200, judgements: extent.judgements, raters: 20 };
  while (boardIds.length < extent.boards) boardIds.push(await fillTask(place.db, place.ownerUrl, place.ownerId, size));
  const runIds = await makeRuns(place, extent);
  const benchmarks = await makeBenchmarks(place, extent);
  const { datasetId, handles, remove } = await openTables(place, extent);
  return { seeded: { extent, datasetId, handles, boardIds, runIds, ...benchmarks }, remove };
};
