import cluster, { type Worker } from "node:cluster";
import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { readConfig } from "../config.ts";
import { API_V8_OPTIONS } from "../platform/code-cache.ts";
import { openLog } from "../platform/observability/log.ts";

/**
 * Owns the listening socket, so that an API process can be replaced without a refused or reset connection: SIGHUP starts a
 * new process, and the old one is drained only when the new one is ready.
 */
const config = readConfig();
const { log, flush } = openLog({ level: config.logLevel, isBuffered: false });
const MIN_PAUSE_MS = 500;
const MAX_PAUSE_MS = 15_000;
const extension = import.meta.url.endsWith(".ts") ? "ts" : "js";

// Workers accept from one shared queue themselves: pending connections survive when one of them exits.
cluster.schedulingPolicy = cluster.SCHED_NONE;
cluster.setupPrimary({
  exec: fileURLToPath(new URL(`./api.${extension}`, import.meta.url)),
  execArgv: [...process.execArgv, ...API_V8_OPTIONS],
});

let isStopping = false;
let replacing: Promise<void> = Promise.resolve();
let current: Worker | undefined;

const startWorker = async (): Promise<Worker> => {
  const worker = cluster.fork();
  const outcome = await Promise.race([
    new Promise<"ready">((resolve) => worker.on("message", (message) => message === "ready" && resolve("ready"))),
    once(worker, "exit").then(() => "exit" as const),
  ]);
  if (outcome === "exit") throw new Error("the API process ended before it was ready");
  return worker;
};

const endWorker = async (worker: Worker): Promise<void> => {
  if (worker.isDead()) return;
  const left = once(worker, "exit");
  worker.process.kill("SIGTERM");
  await left;
};

/** The old process keeps serving until the new one is ready, forever if it never is. */
const replace = async (): Promise<void> => {
  const old = current;
  const next = await startWorker();
  current = next;
  next.once("exit", () => {
    if (isStopping || next !== current) return;
    log.error("API process exited unexpectedly");
    inTurn(startAnother);
  });
  if (old) await endWorker(old);
};

/** No process is serving, so retry until one starts. */
const startAnother = async (): Promise<void> => {
  for (let pauseMs = MIN_PAUSE_MS; !isStopping; pauseMs = Math.min(pauseMs * 2, MAX_PAUSE_MS)) {
    try {
      return await replace();
    } catch (error) {
      log.error({ err: error, pauseMs }, "API process did not start, retrying");
      await sleep(pauseMs);
    }
  }
};

const inTurn = (act: () => Promise<void>): void => {
  replacing = replacing
    .then(act)
    .catch((error) => log.error({ err: error }, "API process was not replaced; the old process keeps running"));
};

const stop = async (): Promise<void> => {
  isStopping = true;
  await replacing;
  const workers = Object.values(cluster.workers ?? {}).filter((worker) => worker !== undefined);
  await Promise.all(workers.map(endWorker));
  await flush();
  process.exit(0);
};

process.on("SIGHUP", () => inTurn(replace));
process.on("SIGTERM", () => void stop());
process.on("SIGINT", () => void stop());
inTurn(startAnother);
