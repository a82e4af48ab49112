// The ten costliest requests that one person can make, 20 at a time: what they do to the requests of another person, to the
// memory of the API and to its life.
import { randomBytes } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { addressOf, authRoutes, datasetCatalogueRoutes, tasksRoutes } from "@dailies/contract";
import { readConfig } from "../../apps/server/src/config.ts";
import { createDatabase, type Db } from "../../apps/server/src/platform/db/database.ts";
import { testEnvironment } from "../../apps/server/src/testing/environment.ts";
import { createMigratedDatabase, dropDatabase, withDatabase } from "../../apps/server/src/testing/template-database.ts";
import { machineTime, stolenShare } from "../../checks/machine-time.ts";
import { NOWHERE } from "../bench/grid-task.ts";
import { median } from "../bench/statistics.ts";
import { consoleCalls } from "../chaos/harness/console-calls.ts";
import { aPerson } from "../chaos/harness/own-database.ts";
import { seeded as seededRandom } from "../seeded.ts";
import { type CostlyRequest, costlyRequests } from "./costly-requests.ts";
import { type Measured, type MeasureOptions, measureOthers, type Ratio, ratioOf } from "./measure-others.ts";
import { type ProductionApi, startProductionApi } from "./production-api.ts";
import { type Extent, seedAll } from "./seed.ts";

const FULL: Extent = {
  items: 1_000_000,
  samples: 50_000,
  names: 10_000,
  boards: 4,
  judgements: 20_000,
  cells: 40_000,
  curves: 9,
  pointsOfCurve: 1_000_000,
  rowsToImport: 9_900,
};
const SMOKE: Extent = {
  items: 100_000,
  samples: 5_000,
  names: 2_000,
  boards: 2,
  judgements: 5_000,
  cells: 4_000,
  curves: 3,
  pointsOfCurve: 100_000,
  rowsToImport: 2_000,
};
const FULL_SLICES = { slices: 8, sliceMs: 2_500 };
const SMOKE_SLICES = { slices: 3, sliceMs: 600 };

const GOAL_RATIO = 2;
const GOAL_BYTES = 1024 ** 3;
const MEGABYTE = 1024 ** 2;
const PASSWORD = "the password of nobody else";

const print = (line: string): void => {
  process.stdout.write(`${line}\n`);
};

interface Report {
  readonly name: string;
  readonly ratio: Ratio;
  readonly apiBytes: number;
  readonly deaths: number;
}

const describe = ({ name, what }: CostlyRequest, measured: Measured, { value, low, high }: Ratio): string => {
  const refused = [...measured.refused].map(([status, count]) => `${count} times ${status}`).join(", ");
  return (
    `  ${name.padEnd(15)} p99 of others ${median(measured.idleMs).toFixed(1)} ms idle, ` +
    `${median(measured.loadedMs).toFixed(1)} ms beside it: ${value.toFixed(2)} times (90 % ${low.toFixed(2)}–${high.toFixed(2)}, ` +
    `${measured.idleMs.length} pairs); ${measured.answered} answers${refused === "" ? "" : `, ${refused}`}; ${what}`
  );
};

const measureOne = async (
  api: ProductionApi,
  costly: CostlyRequest,
  options: MeasureOptions,
  below: (limit: number) => number,
): Promise<Report> => {
  const deathsBefore = api.deaths();
  api.takePeak();
  const measured = await measureOthers(costly, options);
  const { apiBytes, childrenBytes } = api.takePeak();
  const ratio = ratioOf(measured, below);
  const deaths = api.deaths() - deathsBefore;
  print(describe(costly, measured, ratio));
  print(
    `${" ".repeat(18)}API ${(apiBytes / MEGABYTE).toFixed(0)} MiB, processes beside it ${(childrenBytes / MEGABYTE).toFixed(0)} MiB, ` +
      `${deaths} restarts`,
  );
  return { name: costly.name, ratio, apiBytes, deaths };
};

/**
 * A ratio breaks the goal only with its whole interval: one busy neighbour of the machine is no finding. The slices of a smoke
 * run have so few requests that their 99th percentile is the slowest of them: it is printed and not judged.
 */
const faultsOf = ({ name, ratio, apiBytes, deaths }: Report, isSmoke: boolean): string[] => [
  ...(!isSmoke && ratio.low > GOAL_RATIO
    ? [`${name}: others wait ${ratio.value.toFixed(2)} times as long, at most ${GOAL_RATIO}`]
    : []),
  ...(apiBytes > GOAL_BYTES ? [`${name}: the API holds ${(apiBytes / MEGABYTE).toFixed(0)} MiB, at most 1,024`] : []),
  ...(deaths > 0 ? [`${name}: ${deaths} processes died`] : []),
];

interface Options {
  readonly isSmoke: boolean;
  readonly seed: number;
  readonly only: string | undefined;
}

interface ProofServer {
  readonly environment: NodeJS.ProcessEnv;
  readonly appUrl: string;
  readonly ownerUrl: string;
  readonly api: ProductionApi;
}

/** Inserting many rows takes longer than a request may. */
const withPatientDatabase = async <T>(url: string, act: (db: Db) => Promise<T>): Promise<T> => {
  const options = { url, poolSize: 2, applicationName: "dailies-proof", statementTimeoutMs: 300_000 };
  const { db, close } = createDatabase(options);
  try {
    return await act(db);
  } finally {
    await close();
  }
};

const lightRequests = (datasetId: string): MeasureOptions["light"] =>
  [
    addressOf(tasksRoutes.listTasks, { query: { limit: 20 } }),
    addressOf(datasetCatalogueRoutes.getDataset, { params: { id: datasetId } }),
    addressOf(authRoutes.me, {}),
  ].map((target) => ({ method: "GET", target }));

const proveOn = (
  { environment, appUrl, ownerUrl, api }: ProofServer,
  { isSmoke, seed, only }: Options,
): Promise<string[]> =>
  withPatientDatabase(appUrl, async (db) => {
    const costly = await aPerson(db, {
      permissions: ["USE_VERSION_1_0", "PERFORMER_PLAYGROUND", "STATIC_RESOURCE_MANAGE", "MAGI_ADMIN"],
    });
    const light = await aPerson(db, { permissions: ["USE_VERSION_1_0"] });
    const { username } = await aPerson(db, { password: PASSWORD });
    const calls = consoleCalls(api.origin, costly.cookie);
    const startedMs = performance.now();
    const place = { environment, db, appUrl, ownerUrl, ownerId: costly.id, calls };
    const { seeded, remove } = await seedAll(place, isSmoke ? SMOKE : FULL);
    print(`seeded in ${((performance.now() - startedMs) / 1_000).toFixed(0)} s; load ${loadavg()[0]?.toFixed(1)}`);
    try {
      const random = seededRandom(seed);
      const requests = costlyRequests({ seeded, db, random, signIn: { username, password: PASSWORD } });
      const chosen = requests.filter(({ name }) => only === undefined || name === only);
      if (chosen.length === 0) throw new Error(`there are ${requests.map(({ name }) => name).join(", ")}`);
      const options: MeasureOptions = {
        port: api.port,
        ...(isSmoke ? SMOKE_SLICES : FULL_SLICES),
        costlyCookie: costly.cookie,
        lightCookie: light.cookie,
        light: lightRequests(seeded.datasetId),
      };
      const faults: string[] = [];
      for (const each of chosen) faults.push(...faultsOf(await measureOne(api, each, options, random.below), isSmoke));
      return faults;
    } finally {
      await remove();
    }
  });

const withServer = async <T>(prove: (server: ProofServer) => Promise<T>): Promise<T> => {
  const given = readConfig(testEnvironment()).database;
  if (given.ownerUrl === undefined) throw new Error("the proof makes its own database: set DAILIES_OWNER_DATABASE_URL");
  const name = await createMigratedDatabase({ ownerUrl: given.ownerUrl, appUrl: given.url });
  const folder = await mkdtemp(join(tmpdir(), "dailies-proof-replicas-"));
  const [appUrl, ownerUrl] = [withDatabase(given.url, name), withDatabase(given.ownerUrl, name)];
  const environment = {
    ...testEnvironment(),
    DAILIES_DATABASE_URL: appUrl,
    DAILIES_REPLICA_FOLDER: folder,
    DAILIES_PERFORMER_ORIGINS: NOWHERE,
    DAILIES_TASK_QUEUE: `proof-${randomBytes(6).toString("hex")}`,
  };
  try {
    const api = await startProductionApi(environment);
    try {
      return await prove({ environment, appUrl, ownerUrl, api });
    } finally {
      await api.stop();
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
    await dropDatabase(given.ownerUrl, name);
  }
};

export const proveResources = async (args: readonly string[]): Promise<boolean> => {
  const { values } = parseArgs({
    args: [...args],
    options: {
      smoke: { type: "boolean", default: false },
      seed: { type: "string", default: "20261119" },
      only: { type: "string" },
    },
  });
  const before = machineTime();
  const options = { isSmoke: values.smoke, seed: Number(values.seed), only: values.only };
  const faults = await withServer((server) => proveOn(server, options));
  for (const fault of faults) print(`  FAULT ${fault}`);
  print(`resources: seed ${values.seed}, stolen ${(stolenShare(before) * 100).toFixed(1)} %; ${faults.length} faults`);
  return faults.length === 0;
};
