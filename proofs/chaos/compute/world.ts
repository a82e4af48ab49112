import { randomUUID } from "node:crypto";
import path from "node:path";
import { clustersRoutes } from "@dailies/contract";
import { createDatabase, type Db } from "../../../apps/server/src/platform/db/database.ts";
import { type ConsoleCalls, consoleCalls } from "../harness/console-calls.ts";
import { aPersonWithSession, migrateOwn } from "../harness/own-database.ts";
import { type OwnEngines, startOwnEngines } from "../harness/own-engines.ts";
import { emptyLogs, openProcesses, type ServerProcess } from "../harness/server-processes.ts";
import { type Head, startHead } from "./cluster/head.ts";

export interface Cluster {
  readonly id: string;
  readonly head: Head;
}

export interface World {
  readonly db: Db;
  /** As an administrator who owns everything. */
  readonly calls: ConsoleCalls;
  readonly clusters: readonly Cluster[];
  readonly api: ServerProcess;
  readonly worker: ServerProcess;
  readonly killDatabase: () => Promise<void>;
  /** Of the API and the worker. */
  readonly logFiles: readonly string[];
  readonly stop: () => Promise<void>;
}

type Stop = () => Promise<void>;

const register = async (calls: ConsoleCalls, heads: readonly Head[]): Promise<Cluster[]> => {
  const clusters: Cluster[] = [];
  for (const head of heads) {
    const { id } = await calls.insist(clustersRoutes.createCluster, {
      body: { name: head.name, address: head.url, token: head.token, request_key: randomUUID() },
    });
    clusters.push({ id, head });
  }
  return clusters;
};

const open = async (engines: OwnEngines, stops: Stop[], clusterCount: number): Promise<Omit<World, "stop">> => {
  const logs = emptyLogs("compute");
  const databaseUrl = await migrateOwn(engines.environment);
  const heads: Head[] = [];
  for (let n = 1; n <= clusterCount; n++) {
    const head = await startHead(`cluster-${n}`, logs, engines.environment);
    heads.push(head);
    stops.push(head.stop);
  }
  const { origin, startApi, startWorker } = await openProcesses(engines, logs, {
    DAILIES_CLUSTER_ORIGINS: heads.map(({ url }) => url).join(","),
    DAILIES_PERFORMER_ORIGINS: heads.map(({ healthUrl }) => healthUrl).join(","),
  });
  const [api, worker] = await Promise.all([startApi(), startWorker()]);
  stops.push(api.stop, worker.stop);
  const { db, close } = createDatabase({ url: databaseUrl, poolSize: 4, applicationName: "dailies-chaos" });
  stops.push(close);
  const calls = consoleCalls(origin, await aPersonWithSession(databaseUrl, ["ADMIN_MANAGE_R"]));
  return {
    db,
    calls,
    clusters: await register(calls, heads),
    api,
    worker,
    killDatabase: () => engines.killAndRestart("postgres"),
    logFiles: ["api", "worker"].map((name) => path.join(logs, `${name}.log`)),
  };
};

/** The whole console and simulated clusters, for this proof only, and a way to kill each part. */
export const startWorld = async (clusterCount: number): Promise<World> => {
  const engines = await startOwnEngines();
  const stops: Stop[] = [engines.stop];
  const stop = async (): Promise<void> => {
    for (const each of stops.toReversed()) await each();
  };
  try {
    return { ...(await open(engines, stops, clusterCount)), stop };
  } catch (error) {
    await stop();
    throw error;
  }
};
