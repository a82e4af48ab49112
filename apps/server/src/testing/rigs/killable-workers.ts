import { type ChildProcess, spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import { afterAll } from "vitest";
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
