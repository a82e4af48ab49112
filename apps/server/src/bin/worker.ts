import { readConfig } from "../config.ts";
import { authActivities } from "../features/auth/auth.activities.ts";
import { atActivityEdge } from "../platform/activity-edge.ts";
import { systemClock } from "../platform/clock.ts";
import { createDatabase } from "../platform/database.ts";
import { openLog } from "../platform/log.ts";
import { createMailer } from "../platform/mail.ts";
import { createMetrics } from "../platform/metrics.ts";
import { schemaLevelCheck } from "../platform/migrations.ts";
import { startOpsServer } from "../platform/ops-server.ts";
import { startOutboxRelay } from "../platform/outbox-relay.ts";
import { onShutdown } from "../platform/shutdown.ts";
import { createTemporal } from "../platform/temporal.ts";
import { ensureSchedule } from "../platform/temporal-schedule.ts";
import { installRuntime, startTemporalWorker } from "../platform/temporal-worker.ts";
import { waitUntil } from "../platform/wait-until.ts";
import { freshWorkflowBundle } from "../platform/workflow-bundle.ts";

const ENGINES_WAIT_MS = 60_000;
const SWEEP_SIGN_INS = { name: "sweep-sign-ins", workflowType: "sweepSignIns", every: "1 hour" } as const;

const config = readConfig();
const { log, flush } = openLog({ level: config.logLevel, isBuffered: config.mode === "production" });
const metrics = createMetrics();
const { db, close: closeDatabase } = createDatabase({
  url: config.database.url,
  poolSize: config.database.poolSize,
  applicationName: "dailies-worker",
  log,
});
const mailer = createMailer(config.smtp);
const temporal = createTemporal(config.temporal);
const { taskQueue } = config.temporal;
const deps = { db, mailer, secretKey: config.secretKey, clock: systemClock };

const askTemporal = async (): Promise<void> => {
  await (await temporal.client()).workflowService.getSystemInfo({});
};

const start = async () => {
  installRuntime(log);
  const wait = { log, forMs: ENGINES_WAIT_MS };
  const isSchemaReady = schemaLevelCheck(db);
  await waitUntil("the database schema", isSchemaReady, wait);
  await waitUntil("temporal", askTemporal, wait);
  const running = await startTemporalWorker({
    ...config.temporal,
    log,
    buildId: config.commit,
    workflowBundle: await freshWorkflowBundle(),
    activities: atActivityEdge(authActivities(deps), log),
  });
  const relay = startOutboxRelay({ db, temporal, log, metrics, taskQueue });
  await waitUntil("the schedules", () => ensureSchedule(temporal, { ...SWEEP_SIGN_INS, taskQueue }), wait);
  const checkWorker = async (): Promise<void> => {
    const state = running.worker.getState();
    if (state !== "RUNNING") throw new Error(`the worker is ${state}`);
  };
  const ops = await startOpsServer({
    host: config.ops.host,
    port: config.ops.workerPort,
    checks: [
      { name: "database", run: isSchemaReady },
      { name: "temporal", run: askTemporal },
      { name: "worker", run: checkWorker },
    ],
    metrics: [() => metrics.metrics()],
  });
  ops.setStarted();
  log.info({ opsPort: ops.port, buildId: config.commit }, "the worker is running");
  return { running, relay, ops };
};

/** Nothing new is started first, then what runs may finish, then the connections go. */
const stop = async ({ running, relay, ops }: Awaited<ReturnType<typeof start>>): Promise<void> => {
  ops.setDraining();
  await relay.stop();
  running.shutdown();
  await running.finished;
  mailer.close();
  await temporal.close();
  await closeDatabase();
  await ops.close();
  log.info("the worker has stopped");
  await flush();
};

try {
  const parts = await start();
  // Until here a signal ends the process at once: nothing is in hand yet, and the engines may never come.
  onShutdown(log, () => stop(parts));
  await parts.running.finished;
} catch (error) {
  log.fatal({ err: error }, "the worker failed");
  await flush();
  process.exit(1);
}
