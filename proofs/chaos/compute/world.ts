import { randomUUID } from "node:crypto";
import { clustersRoutes } from "@dailies/contract";
import type { Db } from "../../../apps/server/src/platform/db/database.ts";
import type { BucketStorage } from "../../../apps/server/src/platform/s3/object-storage.ts";
import { testEnvironment } from "../../../apps/server/src/testing/environment.ts";
import { type ConsoleCalls, consoleCalls } from "../harness/console-calls.ts";
import { startWorld as startDataWorld } from "../harness/data-world.ts";
import { aPersonWithSession } from "../harness/own-database.ts";
import { emptyLogs, type ServerProcess } from "../harness/server-processes.ts";
import { type Head, startHead } from "./cluster/head.ts";

export interface Cluster {
  readonly id: string;
  readonly head: Head;
}

export interface World {
  readonly db: Db;
  readonly storage: BucketStorage;
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

const startHeads = async (count: number, stops: Stop[]): Promise<Head[]> => {
  const logs = emptyLogs("compute-heads");
  const heads: Head[] = [];
  for (let n = 1; n <= count; n++) {
    const head = await startHead(`cluster-${n}`, logs, testEnvironment());
    heads.push(head);
    stops.push(head.stop);
  }
  return heads;
};

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

const open = async (clusterCount: number, stops: Stop[]): Promise<Omit<World, "stop">> => {
  const heads = await startHeads(clusterCount, stops);
  const world = await startDataWorld("compute", {
    DAILIES_CLUSTER_ORIGINS: heads.map(({ url }) => url).join(","),
    DAILIES_PERFORMER_ORIGINS: heads.map(({ healthUrl }) => healthUrl).join(","),
  });
  stops.push(world.stop);
  const { origin, databaseUrl, data, api, worker, killEngine, logFiles } = world;
  const calls = consoleCalls(origin, await aPersonWithSession(databaseUrl, ["ADMIN_MANAGE_R"]));
  return {
    db: data.db,
    storage: data.storage,
    calls,
    clusters: await register(calls, heads),
    api,
    worker,
    killDatabase: () => killEngine("postgres"),
    logFiles,
  };
};

/** The whole console and simulated clusters, for this proof only, and a way to kill each part. */
export const startWorld = async (clusterCount: number): Promise<World> => {
  const stops: Stop[] = [];
  const stop = async (): Promise<void> => {
    for (const each of stops.toReversed()) await each();
  };
  try {
    return { ...(await open(clusterCount, stops)), stop };
  } catch (error) {
    await stop();
    throw error;
  }
};
