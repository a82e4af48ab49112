// Samples of a streaming dataset through the viewer against the bare reads behind them: number of reads, bytes and time;
// then the same on a dataset of a billion samples, with the cost of opening it.
import { readConfig } from "../../../apps/server/src/config.ts";
import {
  aStorageProfile,
  clearTestBucket,
  openTestBucket,
} from "../../../apps/server/src/testing/builders/a-test-bucket.ts";
import { testEnvironment } from "../../../apps/server/src/testing/environment.ts";
import {
  createMigratedDatabase,
  dropDatabase,
  withDatabase,
} from "../../../apps/server/src/testing/template-database.ts";
import { machineTime, stolenShare } from "../../../checks/machine-time.ts";
import { aPersonWithSession, withDatabase as withDb } from "../../chaos/harness/own-database.ts";
import { seeded } from "../../seeded.ts";
import { type Bench, type BenchRun, joinRuns, stolenVoids } from "../figures/bench-run.ts";
import { startApiProcess } from "../ledger/api-process.ts";
import { print } from "../ledger/report.ts";
import type { Api } from "./measure.ts";
import { measureRealSet, type RealExtent, writeRealSet } from "./real-set.ts";
import { openClient } from "./timed-get.ts";
import { measureVastSet, startVastStore, VAST_BUCKET, type VastStore } from "./vast-set.ts";

interface Extent {
  readonly real: RealExtent;
  readonly vastShards: number;
  readonly vastSamples: number;
}
const FULL: Extent = {
  real: { samples: 1_000, leastClip: 40_000, moreClip: 140_000, rounds: 130 },
  vastShards: 100_000,
  vastSamples: 1_000,
};
const SMOKE: Extent = {
  real: { samples: 250, leastClip: 40_000, moreClip: 140_000, rounds: 12 },
  vastShards: 5_000,
  vastSamples: 40,
};
const POOL = 4;

interface RunningApi {
  readonly api: Api;
  readonly apiPid: number;
  readonly databaseUrl: string;
}

const measureReal = async ({ api, databaseUrl }: RunningApi, extent: RealExtent): Promise<BenchRun[]> => {
  const config = readConfig(testEnvironment());
  const shelf = await openTestBucket(config);
  const [random, bare] = [seeded(20_261_115), openClient()];
  try {
    await withDb(databaseUrl, (db) => aStorageProfile(db, { bucket: shelf.bucket, prefix: shelf.prefix }));
    const written = await writeRealSet(shelf, config, extent, random);
    print(
      `${extent.samples} samples in ${written.shards.length} MDS shards of ${(written.bytes / 1e6).toFixed(0)} MB on object storage`,
    );
    return await measureRealSet(api, bare, { shelf, written, rounds: extent.rounds, random });
  } finally {
    bare.close();
    await clearTestBucket(shelf);
  }
};

const measureVast = async (
  { api, apiPid, databaseUrl }: RunningApi,
  store: VastStore,
  extent: Extent,
): Promise<BenchRun[]> => {
  const [random, bare] = [seeded(1_511), openClient()];
  const { vastShards: shards, vastSamples: samples } = extent;
  try {
    await withDb(databaseUrl, (db) => aStorageProfile(db, { endpoint: store.origin, bucket: VAST_BUCKET, prefix: "" }));
    print("a set of which nothing is stored: a store that makes the ranges it is asked for");
    return await measureVastSet(api, bare, { store, shards, samples, apiPid, random });
  } finally {
    bare.close();
  }
};

const runOn = async (databaseUrl: string, store: VastStore, extent: Extent): Promise<BenchRun[]> => {
  const environment = { ...testEnvironment(), DAILIES_STORAGE_ORIGINS: store.origin };
  const process = await startApiProcess(environment, databaseUrl, POOL);
  const client = openClient();
  try {
    const cookie = await aPersonWithSession(databaseUrl, []);
    const api = { client, origin: `http://127.0.0.1:${process.port}`, cookie };
    const position = { api, apiPid: process.pid, databaseUrl };
    return [...(await measureVast(position, store, extent)), ...(await measureReal(position, extent.real))];
  } finally {
    client.close();
    await process.stop();
  }
};

export const benchSdv: Bench = async ({ isSmoke }) => {
  const extent = isSmoke ? SMOKE : FULL;
  const { database } = readConfig(testEnvironment());
  const ownerUrl = database.ownerUrl ?? "";
  const name = await createMigratedDatabase({ ownerUrl, appUrl: database.url });
  const store = await startVastStore(extent.vastShards);
  const before = machineTime();
  try {
    const runs = await runOn(withDatabase(database.url, name), store, extent);
    return joinRuns(runs, stolenVoids(stolenShare(before)));
  } finally {
    store.stop();
    await dropDatabase(ownerUrl, name);
  }
};
