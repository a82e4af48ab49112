// Many simulated clusters are polled while pages are asked for: the processor time of the poller, and what pages wait.
import { type ChildProcess, fork } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "kysely";
import { readConfig } from "../../../apps/server/src/config.ts";
import { openClusters } from "../../../apps/server/src/features/clusters/index.ts";
import { createCluster } from "../../../apps/server/src/features/clusters/registration/create-cluster.ts";
import { createDatabase, type Db } from "../../../apps/server/src/platform/db/database.ts";
import { programContext } from "../../../apps/server/src/request-context.ts";
import { machineTime, stolenShare } from "../../../checks/machine-time.ts";
import { aPersonWithSession } from "../../chaos/harness/own-database.ts";
import { ROOT } from "../../chaos/harness/own-engines.ts";
import { cpuNanoseconds } from "../cpu-time.ts";
import { type Bench, type BenchRun, stolenVoids } from "../figures/bench-run.ts";
import { startApiProcess } from "../ledger/api-process.ts";
import { type BenchEngines, openDatabase, openEngines } from "../ledger/engines.ts";
import { type HttpLine, openLine } from "../ledger/http-line.ts";
import { print } from "../ledger/report.ts";
import { median, percentile } from "../statistics.ts";
import type { FarmAddress, FarmOrder } from "./cluster-farm.ts";

interface Extent {
  readonly clusters: number;
  readonly jobs: number;
  readonly idleS: number;
  readonly pollingS: number;
  readonly hangingS: number;
}
const FULL: Extent = { clusters: 50, jobs: 1_000, idleS: 20, pollingS: 60, hangingS: 20 };
const SMOKE: Extent = { clusters: 6, jobs: 300, idleS: 3, pollingS: 12, hangingS: 3 };

const POOL = 4;
const FIRST_POLLS_MS = 180_000;
/** After the first polls, which write every job. */
const WARM_MS = 12_000;
const PAGE_EVERY_MS = 40;
/** A page that waits for a poll would take as long as a request to a cluster may. */
const WAITED_MS = 1_000;
/** Polls are five seconds apart, and each takes a moment. */
const OLDEST_POLL_S = 15;

const startChild = async (script: string, args: readonly string[], environment: NodeJS.ProcessEnv) => {
  const child = fork(`proofs/bench/clusters/${script}.ts`, args, {
    cwd: ROOT,
    env: environment,
    stdio: ["ignore", "ignore", "inherit", "ipc"],
  });
  const [message] = await once(child, "message");
  return { child, message: message as unknown };
};

const stopChild = async (child: ChildProcess): Promise<void> => {
  const ended = once(child, "exit");
  child.kill("SIGTERM");
  await ended;
};

interface Stage {
  readonly db: Db;
  readonly line: HttpLine;
  readonly farm: ChildProcess;
  readonly targets: readonly string[];
  readonly headers: Record<string, string>;
  readonly environment: NodeJS.ProcessEnv;
}

/** Asks for pages one after the other for so long; returns how many milliseconds each took. */
const askPages = async ({ line, targets, headers }: Stage, forS: number): Promise<number[]> => {
  const deadlineMs = performance.now() + forS * 1_000;
  const times: number[] = [];
  for (let n = 0; performance.now() < deadlineMs; n += 1) {
    const target = targets[n % targets.length] ?? "";
    const startedMs = performance.now();
    const { status, body } = await line.ask("GET", target, headers);
    if (status !== 200) throw new Error(`${target} answered ${status}: ${body.slice(0, 300)}`);
    times.push(performance.now() - startedMs);
    await sleep(PAGE_EVERY_MS);
  }
  return times.sort((a, b) => a - b);
};

const startPoller = async ({ environment }: Stage): Promise<ChildProcess> =>
  (await startChild("poller-process", [], environment)).child;

const registerAll = async (db: Db, environment: NodeJS.ProcessEnv, farm: readonly FarmAddress[]): Promise<string[]> => {
  const { secretKeys, clusters: network } = readConfig(environment);
  const clusters = openClusters({ db, clock: () => new Date(), secretKeys, network });
  const ids: string[] = [];
  for (const [n, { url, token }] of farm.entries()) {
    const input = { name: `Cluster ${n + 1}`, kind: "Ray", address: url, namespace: null } as const;
    const asked = { input, token, requestKey: randomUUID(), isCheckSkipped: true };
    ids.push(await createCluster(clusters, programContext("(bench)", randomUUID(), new Date()), asked));
  }
  clusters.close();
  return ids;
};

const untilAllPolled = async (db: Db): Promise<void> => {
  const deadlineMs = performance.now() + FIRST_POLLS_MS;
  for (;;) {
    const { rows } = await sql<{
      n: number;
    }>`select count(*)::int as n from cluster_state where jobs_at is null`.execute(db);
    if (rows[0]?.n === 0) return;
    if (performance.now() > deadlineMs) throw new Error(`${rows[0]?.n} clusters were not polled`);
    await sleep(200);
  }
};

/** Polling that fell behind would cost less than it should. A poll may be writing some jobs just now. */
const findBehind = async (db: Db, { jobs }: Extent): Promise<string[]> => {
  const { rows } = await sql<{ name: string }>`select c.name from cluster c join cluster_state s on s.cluster_id = c.id
    where s.fault is not null or s.jobs_fault is not null or s.jobs_left_out > 0
      or s.jobs_at < now() - make_interval(secs => ${OLDEST_POLL_S})
      or abs(${jobs} - (select count(*)::int from cluster_job j where j.cluster_id = c.id and j.gone_at is null)) > 5`.execute(
    db,
  );
  return rows.map(({ name }) => `${name} is not as its cluster says, or was polled more than ${OLDEST_POLL_S} s ago`);
};

const orderFarm = async (farm: ChildProcess, order: FarmOrder): Promise<void> => {
  const done = once(farm, "message");
  farm.send(order);
  await done;
};

const shown = (times: readonly number[]): string =>
  `${times.length} pages, p50 ${median(times).toFixed(1)}, p95 ${percentile(times, 0.95).toFixed(1)}, ` +
  `longest ${times.at(-1)?.toFixed(1)} ms`;

const measure = async (stage: Stage, extent: Extent): Promise<Omit<BenchRun, "voids">> => {
  const first = await startPoller(stage);
  await untilAllPolled(stage.db);
  await stopChild(first);
  const before = await askPages(stage, extent.idleS);
  const poller = await startPoller(stage);
  await sleep(WARM_MS);
  const [startedNs, startedMs] = [cpuNanoseconds(poller.pid ?? 0), performance.now()];
  const polling = await askPages(stage, extent.pollingS);
  const share = (cpuNanoseconds(poller.pid ?? 0) - startedNs) / 1e6 / (performance.now() - startedMs);
  const faults = await findBehind(stage.db, extent);
  await orderFarm(stage.farm, "hang");
  const hanging = await askPages(stage, extent.hangingS);
  await stopChild(poller);
  const idle = [...before, ...(await askPages(stage, extent.idleS))].sort((a, b) => a - b);
  for (const [name, times] of Object.entries({ idle, polling, hanging })) print(`  ${name}: ${shown(times)}`);
  print(`  polling takes ${(share * 100).toFixed(1)} % of one core`);
  return {
    figures: [
      { id: "clusters.cpu", value: share * 100 },
      { id: "clusters.pages", value: percentile(polling, 0.95) },
      { id: "clusters.waited", value: [...polling, ...hanging].filter((ms) => ms >= WAITED_MS).length },
    ],
    faults,
    notes: {
      clusters:
        `${extent.clusters} clusters × ${extent.jobs} jobs, every list changed between polls, GPUs in use; ` +
        `pages idle p95 ${percentile(idle, 0.95).toFixed(1)} ms, polling ${percentile(polling, 0.95).toFixed(1)} ms, ` +
        `all clusters hanging ${percentile(hanging, 0.95).toFixed(1)} ms`,
    },
  };
};

const runOn = async (engines: BenchEngines, extent: Extent): Promise<BenchRun> => {
  const { appUrl } = await openDatabase(engines, "clusters", async () => undefined);
  const { child: farm, message } = await startChild("cluster-farm", [`${extent.clusters}`, `${extent.jobs}`], {
    ...engines.environment,
  });
  const addresses = message as readonly FarmAddress[];
  const environment = {
    ...engines.environment,
    DAILIES_DATABASE_URL: appUrl,
    DAILIES_CLUSTER_ORIGINS: addresses.map(({ url }) => url).join(","),
  };
  const api = await startApiProcess(environment, appUrl, POOL);
  const { db, close } = createDatabase({ url: appUrl, poolSize: 2, applicationName: "dailies-bench" });
  const line = await openLine(api.port);
  try {
    const ids = await registerAll(db, environment, addresses);
    const targets = [
      "/api_v1/ray/clusters",
      ...ids
        .slice(0, 3)
        .flatMap((id) => [
          `/api_v1/ray/clusters/${id}/running-jobs`,
          `/api_v1/ray/clusters/${id}/recent-jobs`,
          `/api_v1/ray/clusters/${id}/nodes`,
        ]),
      "/api_v1/is/clusters",
      "/api_v1/is",
    ];
    const headers = { cookie: await aPersonWithSession(appUrl, []) };
    const before = machineTime();
    const run = await measure({ db, line, farm, targets, headers, environment }, extent);
    return { ...run, voids: stolenVoids(stolenShare(before)) };
  } finally {
    line.close();
    await close();
    await api.stop();
    await stopChild(farm);
  }
};

export const benchClusters: Bench = async ({ isSmoke }) => {
  const engines = await openEngines();
  try {
    return await runOn(engines, isSmoke ? SMOKE : FULL);
  } finally {
    await engines.close();
  }
};
