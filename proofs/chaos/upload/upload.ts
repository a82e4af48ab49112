// Sends large files while storage and the API are killed, and compares every hash at the end.
import { setTimeout as sleep } from "node:timers/promises";
import { createUploadQueue, type UploadQueue } from "@dailies/uploader";
import { NODE_TOOLS } from "@dailies/uploader/node-tools";
import { createPlainMemory } from "@dailies/uploader/plain-memory";
import type { UploadCalls, UploadSource } from "@dailies/uploader/types";
import { aPersonWithSession, migrateOwn, withDatabase } from "../harness/own-database.ts";
import { startOwnEngines } from "../harness/own-engines.ts";
import { emptyLogs, openProcesses } from "../harness/server-processes.ts";
import { seededSource } from "./seeded-source.ts";
import { sessionCalls } from "./session-calls.ts";

/** The hashes that the worker computed from the bytes it read back from storage. */
const hashesByName = (databaseUrl: string): Promise<Map<string, string>> =>
  withDatabase(databaseUrl, async (db) => {
    const rows = await db
      .selectFrom("asset as a")
      .innerJoin("asset_version as v", "v.asset_id", "a.id")
      .select(["a.name", "v.sha256"])
      .where("v.status", "=", "Ready")
      .execute();
    return new Map(rows.map(({ name, sha256 }) => [name, sha256?.toString("hex") ?? ""]));
  });

export interface UploadChaos {
  readonly files: number;
  readonly fileBytes: number;
  readonly storageKills: number;
  readonly seed: number;
}

const MEGABYTE = 1024 ** 2;
const MAX_GROWTH_BYTES = 50 * MEGABYTE;
const LIMITS = { files: 8, parts: 8 };

const print = (line: string): void => {
  process.stdout.write(`${line}\n`);
};

/** Kills when the queue has stored the given share of all bytes, so that kills are spread over the whole transfer. */
const disturb = async (
  queue: UploadQueue,
  acts: readonly { share: number; act: () => Promise<void>; name: string }[],
) => {
  for (const { share, act, name } of acts) {
    for (;;) {
      const { storedBytes, totalBytes, finished, files } = queue.totals();
      if (storedBytes >= share * totalBytes || finished === files) break;
      await sleep(100);
    }
    const began = performance.now();
    await act();
    print(
      `  ${name} killed at ${(share * 100).toFixed(0)} %, back after ${((performance.now() - began) / 1000).toFixed(1)} s`,
    );
  }
};

const sendAll = async (
  calls: UploadCalls,
  sources: readonly UploadSource[],
  during: (queue: UploadQueue) => Promise<void>,
) => {
  const queue = createUploadQueue({ ...NODE_TOOLS, calls, memory: createPlainMemory() }, LIMITS);
  for (const source of sources) queue.add(source, {});
  await Promise.all([queue.whenIdle(), during(queue)]);
  return queue;
};

const faultsOf = async (
  databaseUrl: string,
  sources: readonly UploadSource[],
  queue: UploadQueue,
): Promise<string[]> => {
  const stored = await hashesByName(databaseUrl);
  const faults = queue
    .items()
    .flatMap(({ name, phase, failure }) => (phase === "ready" ? [] : [`${name} ended ${phase}: ${failure?.message}`]));
  for (const source of sources) {
    const hash = await NODE_TOOLS.hash(source, {
      signal: new AbortController().signal,
      onProgress: () => undefined,
      pass: async () => undefined,
    });
    if (stored.get(source.name) !== hash)
      faults.push(`${source.name} is ${stored.get(source.name)} in storage, sent was ${hash}`);
  }
  return faults;
};

export const chaosUpload = async ({ files, fileBytes, storageKills, seed }: UploadChaos): Promise<boolean> => {
  const engines = await startOwnEngines();
  try {
    const databaseUrl = await migrateOwn(engines.environment);
    const { origin, startApi, startWorker } = await openProcesses(engines, emptyLogs("upload"));
    const [api, worker] = [await startApi(), await startWorker()];
    try {
      const calls = sessionCalls(origin, await aPersonWithSession(databaseUrl, ["STATIC_RESOURCE_MANAGE"]));
      const sources = Array.from({ length: files }, (_, index) =>
        seededSource(`file-${index}.bin`, fileBytes, seed + index),
      );
      const acts = [
        ...Array.from({ length: storageKills }, (_, index) => ({
          share: (index + 1) / (storageKills + 1),
          act: () => engines.killAndRestart("seaweedfs"),
          name: "storage",
        })),
        { share: 0.6, act: api.killAndRestart, name: "the API" },
      ].sort((a, b) => a.share - b.share);
      const began = performance.now();
      const first = await sendAll(calls, sources, (queue) => disturb(queue, acts));
      const seconds = (performance.now() - began) / 1000;
      const faults = await faultsOf(databaseUrl, sources, first);
      const { totalBytes, sentBytes } = first.totals();
      // Less is possible: a part that arrived although its reply was lost is found there and not sent again.
      if (sentBytes > totalBytes) faults.push(`storage took ${sentBytes} bytes for ${totalBytes}`);
      const second = await sendAll(calls, sources, async () => undefined);
      if (second.totals().sentBytes !== 0) faults.push(`the second time ${second.totals().sentBytes} bytes were sent`);
      if (second.items().some(({ isHit }) => !isHit)) faults.push("the second time some bytes were not known");
      if (api.growthBytes() > MAX_GROWTH_BYTES) faults.push("the API grew by more than 50 MB");
      for (const fault of faults) print(fault);
      print(
        `upload: ${files} files of ${(fileBytes / MEGABYTE).toFixed(0)} MB in ${seconds.toFixed(0)} s, storage killed ${storageKills} times, ` +
          `the API once; API grew by ${(api.growthBytes() / MEGABYTE).toFixed(0)} MB; second upload sent ${second.totals().sentBytes} bytes; ${faults.length} faults`,
      );
      return faults.length === 0;
    } finally {
      await worker.stop();
      await api.stop();
    }
  } finally {
    await engines.stop();
  }
};
