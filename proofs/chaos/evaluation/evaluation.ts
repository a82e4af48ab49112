// Many raters judge at once while the API, the worker and the engines are killed, Redis is flushed and leases expire; then
// the tables are audited.
import { mkdirSync, rmSync } from "node:fs";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "kysely";
import { readConfig } from "../../../apps/server/src/config.ts";
import { createDatabase, type Db } from "../../../apps/server/src/platform/db/database.ts";
import { createRedis } from "../../../apps/server/src/platform/redis.ts";
import { freePort } from "../../../apps/server/src/testing/listening.ts";
import { migrateOwn } from "../harness/own-database.ts";
import { type OwnEngines, ROOT, startOwnEngines } from "../harness/own-engines.ts";
import { startServerProcess } from "../harness/server-processes.ts";
import { audit } from "./audit.ts";
import { judgeAll, nothingReported, type Reported } from "./rater.ts";
import { aPerson, startJudging } from "./setup.ts";

export interface EvaluationChaos {
  readonly raters: number;
  readonly faultCount: number;
  readonly seed: number;
}

const VOTES_A_RATER = 20;
const LOGS = path.join(ROOT, "node_modules/.cache/chaos/evaluation");
const HEAL_MS = 60_000;

const print = (line: string): void => {
  process.stdout.write(`${line}\n`);
};

const openServer = async (engines: OwnEngines) => {
  rmSync(LOGS, { recursive: true, force: true });
  mkdirSync(LOGS, { recursive: true });
  const [port, opsPort, workerOpsPort] = [await freePort(), await freePort(), await freePort()];
  const origin = `http://127.0.0.1:${port}`;
  const environment = {
    ...engines.environment,
    DAILIES_MODE: "production",
    DAILIES_PUBLIC_ORIGIN: origin,
    DAILIES_WEB_ROOT: undefined,
    DAILIES_HTTP_PORT: `${port}`,
    DAILIES_OPS_PORT: `${opsPort}`,
    DAILIES_WORKER_OPS_PORT: `${workerOpsPort}`,
  };
  const start = (script: string, ops: number) =>
    startServerProcess(`apps/server/src/bin/${script}.ts`, environment, {
      readyUrl: `http://127.0.0.1:${ops}/readyz`,
      logFile: path.join(LOGS, `${script}.log`),
    });
  return { origin, startApi: () => start("api", opsPort), startWorker: () => start("worker", workerOpsPort) };
};

const flushRedis = async (url: string): Promise<void> => {
  const redis = createRedis({ url });
  await redis.flushall();
  redis.disconnect();
};

/** As if the raters had been away for longer than a lease lasts. */
const loseSome = async (db: Db, taskId: string): Promise<void> => {
  await sql`update evaluation_lease set expires_at = now() - interval '1 second'
    where task_id = ${taskId} and status = 'leased' and random() < 0.3`.execute(db);
};

/** Injects the next fault once the work has progressed. */
const untilVotes = async (reported: Reported, votes: number): Promise<void> => {
  const deadlineMs = performance.now() + HEAL_MS;
  while (reported.votes < votes) {
    if (performance.now() > deadlineMs) throw new Error(`nobody could judge for ${HEAL_MS / 1_000} s`);
    await sleep(50);
  }
};

interface InjectedFault {
  readonly name: string;
  readonly act: () => Promise<void>;
}

const disturb = async (
  kinds: readonly InjectedFault[],
  reported: Reported,
  votes: number,
  { faultCount }: EvaluationChaos,
) => {
  const shareOf = (n: number): number => Math.floor((n / (faultCount + 2)) * votes);
  const waits: number[] = [];
  reported.allowed = shareOf(1);
  for (let n = 0; n < faultCount; n++) {
    await untilVotes(reported, shareOf(n + 1));
    const injected = kinds[n % kinds.length];
    if (!injected) throw new Error("there is nothing to strike with");
    reported.allowed = shareOf(n + 2);
    const beganMs = performance.now();
    await injected.act();
    const before = reported.votes;
    reported.allowed = Math.max(reported.allowed, before + 1);
    await untilVotes(reported, before + 1);
    waits.push((performance.now() - beganMs) / 1_000);
    print(
      `  ${injected.name} at ${before} votes: everything is back and somebody has judged after ${waits.at(-1)?.toFixed(1)} s`,
    );
  }
  reported.allowed = Number.POSITIVE_INFINITY;
  return waits;
};

const summarise = (
  { raters, faultCount, seed }: EvaluationChaos,
  reported: Reported,
  seconds: number,
  waits: number[],
  faults: number,
) => {
  const refusals = [...reported.refusals].map(([words, times]) => `${times} × ${words}`).join("; ");
  print(
    `evaluation: ${raters} raters, ${faultCount} injected faults, seed ${seed}, ${seconds.toFixed(0)} s; ${reported.votes} answers acknowledged, ` +
      `${reported.undone.size} taken back, ${reported.sentAgain} sent twice on purpose, ${reported.draftsSeenAgain} drafts seen again; ` +
      `longest until all was back ${Math.max(0, ...waits).toFixed(1)} s; refused: ${refusals}; ${faults} faults`,
  );
};

const runJudging = async (engines: OwnEngines, options: EvaluationChaos): Promise<boolean> => {
  const databaseUrl = await migrateOwn(engines.environment);
  const { db, close } = createDatabase({ url: databaseUrl, poolSize: 4, applicationName: "dailies-chaos" });
  const server = await openServer(engines);
  const api = await server.startApi();
  const people = await Promise.all(Array.from({ length: options.raters }, () => aPerson(db)));
  const votes = options.raters * VOTES_A_RATER;
  const judged = await startJudging(db, server.origin, { raters: people, votes });
  const worker = await server.startWorker();
  const { redisUrl } = readConfig(engines.environment);
  const kinds: InjectedFault[] = [
    { name: "API killed", act: api.killAndRestart },
    { name: "a third lost from their hands", act: () => loseSome(db, judged.taskId) },
    { name: "worker killed", act: worker.killAndRestart },
    { name: "Redis emptied", act: () => flushRedis(redisUrl) },
    { name: "PostgreSQL killed", act: () => engines.killAndRestart("postgres") },
  ];
  try {
    const reported = nothingReported();
    const began = performance.now();
    const ask = { origin: server.origin, taskId: judged.taskId, reported, thinkMs: 100 };
    const judging = people.map((person, n) => judgeAll(person, { ...ask, seed: options.seed + n }));
    const [waits] = await Promise.all([disturb(kinds, reported, judged.votes, options), ...judging]);
    const found = await audit(db, judged, reported);
    for (const fault of found.slice(0, 20)) print(`  FAULT ${fault}`);
    summarise(options, reported, (performance.now() - began) / 1_000, waits, found.length);
    return found.length === 0;
  } finally {
    await close();
    await worker.stop();
    await api.stop();
  }
};

export const chaosEvaluation = async (options: EvaluationChaos): Promise<boolean> => {
  const engines = await startOwnEngines();
  try {
    return await runJudging(engines, options);
  } finally {
    await engines.stop();
  }
};
