import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { sql } from "kysely";
import { afterAll } from "vitest";
import type { Db, Tx } from "../../platform/db/database.ts";
import { newId } from "../../platform/ids.ts";
import { createTemporal } from "../../platform/temporal/temporal.ts";
import { scheduleIdOf } from "../../platform/temporal/temporal-schedule.ts";
import { SCHEDULES } from "../../schedules.ts";
import { testEnvironment } from "../environment.ts";
import { freePort } from "../listening.ts";
import { testConfig } from "../test-database.ts";

const SCRIPT = fileURLToPath(new URL("../../bin/worker.ts", import.meta.url));

/**
 * Worker processes on their own task queue, for tests that kill them. Call it after the file's own `afterAll`: hooks run in
 * reverse order, so the workers stop before the resources they use.
 */
export const killableWorkers = (databaseUrl: () => string, name: string) => {
  const taskQueue = `${name}-${newId()}`;
  const started: ChildProcess[] = [];
  afterAll(async () => {
    for (const worker of started) worker.kill("SIGKILL");
    const temporal = createTemporal(testConfig().temporal);
    const { schedule } = await temporal.client();
    for (const { name: of } of SCHEDULES) await schedule.getHandle(scheduleIdOf(taskQueue, of)).delete();
    await temporal.close();
  });
  const start = async (environment: Readonly<Record<string, string>>): Promise<ChildProcess> => {
    const worker = spawn(process.execPath, [SCRIPT], {
      stdio: ["ignore", "ignore", "inherit"],
      env: {
        ...testEnvironment(),
        DAILIES_DATABASE_URL: databaseUrl(),
        DAILIES_TASK_QUEUE: taskQueue,
        DAILIES_WORKER_OPS_PORT: `${await freePort()}`,
        ...environment,
      },
    });
    started.push(worker);
    return worker;
  };
  return { started, start };
};

/** Resolves when the process is gone. */
export const killWorker = async (worker: ChildProcess): Promise<void> => {
  const gone = once(worker, "exit");
  worker.kill("SIGKILL");
  await gone;
};

/**
 * Kills a worker that waits for a lock: `hold` takes the lock, waits until the worker has come that far, and returns it. The
 * lock is released only after the worker is gone.
 */
export const killWhileHeld = async (db: Db, hold: (tx: Tx) => Promise<ChildProcess>): Promise<void> => {
  const tx = await db.startTransaction().execute();
  try {
    await sql`set local idle_in_transaction_session_timeout = 0`.execute(tx);
    await killWorker(await hold(tx));
  } finally {
    await tx.rollback().execute();
  }
};
