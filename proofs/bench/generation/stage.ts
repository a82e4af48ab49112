// Both sides on one Temporal: the product's worker and API, and a worker with echo activities only.
import { type ChildProcess, spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { mkdirSync } from "node:fs";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { readConfig } from "../../../apps/server/src/config.ts";
import { createDatabase, type Db } from "../../../apps/server/src/platform/db/database.ts";
import { createTemporal, type Temporal } from "../../../apps/server/src/platform/temporal/temporal.ts";
import { scheduleIdOf } from "../../../apps/server/src/platform/temporal/temporal-schedule.ts";
import { buildWorkflowBundle } from "../../../apps/server/src/platform/temporal/workflow-bundle.ts";
import { SCHEDULES } from "../../../apps/server/src/schedules.ts";
import { testEnvironment } from "../../../apps/server/src/testing/environment.ts";
import { freePort } from "../../../apps/server/src/testing/listening.ts";
import { render } from "../../../apps/server/src/testing/media-samples.ts";
import {
  createMigratedDatabase,
  dropDatabase,
  withDatabase,
} from "../../../apps/server/src/testing/template-database.ts";
import { type ConsoleCalls, consoleCalls } from "../../chaos/harness/console-calls.ts";
import { aPersonWithSession } from "../../chaos/harness/own-database.ts";
import { type ServerProcess, startServerProcess } from "../../chaos/harness/server-processes.ts";
import { type InstantPerformer, startInstantPerformer } from "./instant-performer.ts";

export interface Stage {
  readonly db: Db;
  readonly databaseUrl: string;
  readonly calls: ConsoleCalls;
  readonly performer: InstantPerformer;
  readonly temporal: Temporal;
  readonly taskQueue: string;
  readonly echoQueue: string;
  readonly worker: ServerProcess;
  /** Where the worker writes what it holds. */
  readonly weightFile: string;
  readonly close: () => Promise<void>;
}

type Undo = () => Promise<unknown>;

const ROOT = path.resolve(import.meta.dirname, "../../..");
const LOGS = path.join(ROOT, "node_modules/.cache/bench");
/** The same for both sides. */
export const SLOTS = 100;

const ownDatabase = async (undo: Undo[]): Promise<string> => {
  const { database } = readConfig(testEnvironment());
  const { ownerUrl, url: appUrl } = database;
  if (!ownerUrl) throw new Error("the bench makes its own database and needs DAILIES_OWNER_DATABASE_URL");
  const name = await createMigratedDatabase({ ownerUrl, appUrl });
  undo.push(() => dropDatabase(ownerUrl, name));
  return withDatabase(appUrl, name);
};

const startEcho = async (environment: NodeJS.ProcessEnv, taskQueue: string, folder: string): Promise<ChildProcess> => {
  const bundle = path.join(folder, "echo-bundle.js");
  await buildWorkflowBundle(path.join(import.meta.dirname, "echo.workflow.ts"), bundle);
  const script = path.join(import.meta.dirname, "echo-worker.ts");
  const child = spawn(process.execPath, [script, taskQueue, bundle, `${SLOTS}`], {
    env: environment,
    stdio: ["ignore", "pipe", "inherit"],
  });
  if (child.stdout) await once(child.stdout, "data");
  return child;
};

const smallClip = async (folder: string): Promise<Buffer> =>
  readFile(
    await render(path.join(folder, "clip.mp4"), [
      "-f",
      "lavfi",
      "-i",
      "testsrc2=s=320x180:r=24:d=1",
      "-c:v",
      "libx264",
      "-preset",
      "veryfast",
      "-pix_fmt",
      "yuv420p",
      "-movflags",
      "+faststart",
    ]),
  );

/** The worker can be asked what it holds after a garbage collection. */
const weighable = (environment: NodeJS.ProcessEnv, weightFile: string): NodeJS.ProcessEnv => ({
  ...environment,
  NODE_OPTIONS: `--expose-gc --import ${path.join(import.meta.dirname, "worker-weigh.ts")}`,
  WEIGHT_FILE: weightFile,
});

const startServer = async (
  environment: NodeJS.ProcessEnv,
  weightFile: string,
  undo: Undo[],
): Promise<ServerProcess> => {
  mkdirSync(LOGS, { recursive: true });
  const start = async (script: string, port: string | undefined, env = environment): Promise<ServerProcess> => {
    const running = await startServerProcess(`apps/server/src/bin/${script}.ts`, env, {
      readyUrl: `http://127.0.0.1:${port}/readyz`,
      logFile: path.join(LOGS, `generation-${script}.log`),
    });
    undo.push(running.stop);
    return running;
  };
  await start("api", environment.DAILIES_OPS_PORT);
  return start("worker", environment.DAILIES_WORKER_OPS_PORT, weighable(environment, weightFile));
};

const prepare = async (undo: Undo[]): Promise<Stage> => {
  const folder = await mkdtemp(path.join(tmpdir(), "dailies-generation-bench-"));
  undo.push(() => rm(folder, { recursive: true }));
  const databaseUrl = await ownDatabase(undo);
  const performer = await startInstantPerformer(await smallClip(folder));
  undo.push(performer.close);
  const port = await freePort();
  const taskQueue = `bench-${randomBytes(6).toString("hex")}`;
  const environment = {
    ...testEnvironment(),
    DAILIES_MODE: "production",
    DAILIES_LOG_LEVEL: "warn",
    DAILIES_HTTP_PORT: `${port}`,
    DAILIES_OPS_PORT: `${await freePort()}`,
    DAILIES_WORKER_OPS_PORT: `${await freePort()}`,
    DAILIES_PUBLIC_ORIGIN: `http://127.0.0.1:${port}`,
    DAILIES_PERFORMER_ORIGINS: performer.url,
    DAILIES_DATABASE_URL: databaseUrl,
    DAILIES_TASK_QUEUE: taskQueue,
    DAILIES_WEB_ROOT: undefined,
  };
  const temporal = createTemporal(readConfig(environment).temporal);
  undo.push(temporal.close);
  const weightFile = path.join(folder, "weight.json");
  const worker = await startServer(environment, weightFile, undo);
  undo.push(async () => {
    const client = await temporal.client();
    for (const { name } of SCHEDULES) await client.schedule.getHandle(scheduleIdOf(taskQueue, name)).delete();
  });
  const echoQueue = `${taskQueue}-echo`;
  const echo = await startEcho(environment, echoQueue, folder);
  undo.push(async () => {
    echo.kill();
    if (echo.exitCode === null) await once(echo, "exit");
  });
  const { db, close: closeDatabase } = createDatabase({
    url: databaseUrl,
    poolSize: 2,
    applicationName: "dailies-bench",
  });
  undo.push(closeDatabase);
  const cookie = await aPersonWithSession(databaseUrl, ["USE_VERSION_1_0", "PERFORMER_PLAYGROUND"]);
  const calls = consoleCalls(environment.DAILIES_PUBLIC_ORIGIN, cookie);
  const close = (): Promise<void> => undoAll(undo);
  return { db, databaseUrl, calls, performer, temporal, taskQueue, echoQueue, worker, weightFile, close };
};

const undoAll = async (undo: Undo[]): Promise<void> => {
  for (const step of undo.splice(0).toReversed()) await step();
};

export const openStage = async (): Promise<Stage> => {
  const undo: Undo[] = [];
  try {
    return await prepare(undo);
  } catch (error) {
    await undoAll(undo);
    throw error;
  }
};
