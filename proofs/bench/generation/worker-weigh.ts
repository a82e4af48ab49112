// Preloaded into the worker: on SIGUSR2 it collects garbage and writes what it still holds into the file WEIGHT_FILE. With
// SNAPSHOT_FOLDER it also keeps heap snapshots, which say what the memory is.
import { createWriteStream, renameSync, writeFileSync } from "node:fs";
import path from "node:path";
import { Writable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { getHeapSnapshot } from "node:v8";
import type { Worker } from "node:worker_threads";
import { inheritedEnvironment } from "../../../checks/environment.ts";

const { WEIGHT_FILE, SNAPSHOT_FOLDER } = inheritedEnvironment();
const threads = new Set<Worker>();
let weighings = 0;

const sinkOf = (name: string): Writable =>
  SNAPSHOT_FOLDER === undefined
    ? new Writable({ write: (_bytes, _encoding, done) => done() })
    : createWriteStream(path.join(SNAPSHOT_FOLDER, `${name}-${weighings}.heapsnapshot`));

/** Workflows run in threads with heaps of their own; only a snapshot collects garbage there. */
const weighThread = async (thread: Worker, index: number): Promise<number> => {
  await pipeline(await thread.getHeapSnapshot(), sinkOf(`thread-${index}`));
  const { used_heap_size, external_memory } = await thread.getHeapStatistics();
  return used_heap_size + external_memory;
};

const weigh = async (): Promise<void> => {
  weighings += 1;
  const inThreads: number[] = [];
  for (const [index, thread] of [...threads].entries()) inThreads.push(await weighThread(thread, index));
  // Objects freed by a first collection may hold others.
  for (let turn = 0; turn < 3; turn += 1) globalThis.gc?.();
  const { heapUsed, external, rss } = process.memoryUsage();
  if (SNAPSHOT_FOLDER !== undefined) await pipeline(getHeapSnapshot(), sinkOf("main"));
  const weight = { mainBytes: heapUsed + external, threadBytes: inThreads, residentBytes: rss };
  writeFileSync(`${WEIGHT_FILE}.part`, JSON.stringify(weight));
  renameSync(`${WEIGHT_FILE}.part`, String(WEIGHT_FILE));
};

if (WEIGHT_FILE !== undefined) {
  process.on("worker", (thread) => {
    threads.add(thread);
    thread.once("exit", () => threads.delete(thread));
  });
  process.on("SIGUSR2", () => void weigh());
}
