import { readConfig } from "../config.ts";
import { sweepAssetsActivities } from "../features/assets/cleanup/sweep-assets.activities.ts";
import { createAssetAddress } from "../features/assets/index.ts";
import { startMediaWorker } from "../features/assets/ingest/start-media-worker.ts";
import { authActivities } from "../features/auth/auth.activities.ts";
import { readTaskState } from "../features/benchmarks/index.ts";
import { sweepCreditsActivities } from "../features/credits/cleanup/sweep-credits.activities.ts";
import { startItemExportsWorker } from "../features/datasets/exports/start-item-exports-worker.ts";
import { openData } from "../features/datasets/index.ts";
import { startIndexingWorker } from "../features/datasets/indexing/start-indexing-worker.ts";
import { sweepLeasesActivities } from "../features/evaluations/cleanup/sweep-leases.activities.ts";
import { finishIfDone } from "../features/evaluations/index.ts";
import { startEventRelay } from "../features/events/index.ts";
import { startExportsWorker } from "../features/exports/run/start-exports-worker.ts";
import { createPerformDeps } from "../features/generation/execution/create-perform-deps.ts";
import { STEPS_AT_ONCE } from "../features/generation/execution/perform-calls.ts";
import { startCallsWorker } from "../features/generation/execution/start-calls-worker.ts";
import { registerGenerationMetrics } from "../features/generation/index.ts";
import { openBoards, startKeepingBoard } from "../features/leaderboards/index.ts";
import { keepBoardActivities } from "../features/leaderboards/snapshots/keep-board.activities.ts";
import { BATCHES_AT_ONCE, startMetricsWorker } from "../features/metrics/start-metrics-worker.ts";
import { exportHeadActivities } from "../features/operation-log/export-head.activities.ts";
import { createPerformerSecretBox } from "../features/performers/index.ts";
import { createSettingsReader } from "../features/settings/index.ts";
import { usersActivities } from "../features/users/users.activities.ts";
import { openViewer } from "../features/viewer/index.ts";
import { startVerifyWorker } from "../features/viewer/verify/start-verify-worker.ts";
import { systemClock } from "../platform/clock.ts";
import { waitUntil } from "../platform/concurrency/wait-until.ts";
import { createDatabase } from "../platform/db/database.ts";
import { schemaLevelCheck } from "../platform/db/migrations.ts";
import { startOutboxRelay } from "../platform/db/outbox-relay.ts";
import { createOutgoing } from "../platform/http-client/outgoing.ts";
import { openLark } from "../platform/lark/lark.ts";
import { createMailer } from "../platform/mail.ts";
import { openLog } from "../platform/observability/log.ts";
import { createMetrics } from "../platform/observability/metrics.ts";
import { startOpsServer } from "../platform/observability/ops-server.ts";
import { createObjectStorage } from "../platform/s3/object-storage.ts";
import { onShutdown } from "../platform/shutdown.ts";
import { atActivityEdge } from "../platform/temporal/activity-edge.ts";
import { createTemporal } from "../platform/temporal/temporal.ts";
import { ensureSchedule } from "../platform/temporal/temporal-schedule.ts";
import { installRuntime, startTemporalWorker } from "../platform/temporal/temporal-worker.ts";
import { freshWorkflowBundle } from "../platform/temporal/workflow-bundle.ts";
import { SCHEDULES } from "../schedules.ts";

const ENGINES_WAIT_MS = 60_000;
const STORAGE_WAIT_MS = 3_600_000;

const config = readConfig();
const { log, flush } = openLog({ level: config.logLevel, isBuffered: config.mode === "production" });
const metrics = createMetrics();
const { db, close: closeDatabase } = createDatabase({
  url: config.database.url,
  poolSize: config.database.poolSize,
  applicationName: "dailies-worker",
  log,
});
const { redisUrl, secretKey } = config;
const settings = createSettingsReader({ db, redisUrl, secretKey, log });
const mailer = createMailer(config.smtp);
const storage = createObjectStorage(config.s3);
const temporal = createTemporal(config.temporal);
const outgoing = createOutgoing({ trustedOrigins: config.performerOrigins });
const { taskQueue } = config.temporal;
const { publicOrigin, extraOrigins } = config;
const deps = { db, storage, mailer, log, secretKey, clock: systemClock, publicOrigin };
const boards = openBoards({ ...deps, databaseUrl: config.database.url });
const data = openData({ ...deps, own: config.s3, storageOrigins: config.storageOrigins });
const viewer = openViewer(data.places, config.viewer);

const askTemporal = async (): Promise<void> => {
  await (await temporal.client()).workflowService.getSystemInfo({});
};

/** Not waited for: mail must go out also while storage is away. */
const letPagesUseStorage = async (): Promise<void> => {
  const origins = [publicOrigin, ...extraOrigins];
  const allow = async () => {
    await storage.allowOrigins(origins);
    await data.storage.allowOrigins(origins);
  };
  await waitUntil("the object storage", allow, { log, forMs: STORAGE_WAIT_MS }).catch((error: unknown) =>
    log.error({ err: error }, "browsers cannot use the storage: its bucket does not know our origins"),
  );
};

/** Reading datasets, checking them, and writing files of their items. */
const startDataWorkers = async () => {
  const indexing = await startIndexingWorker({
    ...data,
    log,
    readsMedia: config.indexesMedia,
    partSamples: config.indexPartSamples,
    temporal: config.temporal,
    buildId: config.commit,
  });
  const verifying = await startVerifyWorker({
    db,
    clock: systemClock,
    sets: viewer.sets,
    temporal: config.temporal,
    buildId: config.commit,
    log,
  });
  const filing = await startItemExportsWorker({
    ...data,
    log,
    replica: config.replica,
    temporal: config.temporal,
    buildId: config.commit,
  });
  return { indexing, verifying, filing };
};

const start = async () => {
  installRuntime(log);
  const wait = { log, forMs: ENGINES_WAIT_MS };
  const isSchemaReady = schemaLevelCheck(db);
  await waitUntil("the database schema", isSchemaReady, wait);
  await waitUntil("temporal", askTemporal, wait);
  void letPagesUseStorage();
  await settings.start();
  const running = await startTemporalWorker({
    ...config.temporal,
    log,
    buildId: config.commit,
    workflowBundle: await freshWorkflowBundle(),
    activities: atActivityEdge(
      {
        ...authActivities(deps),
        ...exportHeadActivities(deps),
        ...keepBoardActivities({ ...deps, boards }),
        ...sweepAssetsActivities(deps),
        ...sweepCreditsActivities(deps),
        ...sweepLeasesActivities(deps),
        ...usersActivities(deps),
      },
      log,
    ),
  });
  const media = await startMediaWorker({
    temporal: config.temporal,
    buildId: config.commit,
    log,
    db,
    storage,
    scratchRoot: config.mediaFolder,
    clock: systemClock,
    othersWaiting: STEPS_AT_ONCE + BATCHES_AT_ONCE,
  });
  const box = createPerformerSecretBox(secretKey);
  const looking = { ...deps, box, jail: media.jail, scratchRoot: config.mediaFolder, outgoing };
  const perform = createPerformDeps({ ...looking, assetUrl: createAssetAddress(deps) });
  const calls = await startCallsWorker({ ...perform, temporal, server: config.temporal, buildId: config.commit });
  const exporting = await startExportsWorker({
    db,
    storage,
    clock: systemClock,
    publicOrigin,
    lark: openLark(config.lark),
    temporal: config.temporal,
    buildId: config.commit,
    log,
  });
  const measuring = await startMetricsWorker({
    ...looking,
    temporal: config.temporal,
    buildId: config.commit,
    finishIfDone: (tx, maybe) => finishIfDone(tx, { keepBoard: startKeepingBoard }, maybe),
  });
  const { indexing, verifying, filing } = await startDataWorkers();
  registerGenerationMetrics(metrics, db);
  const relay = startOutboxRelay({ db, temporal, log, metrics, taskQueue });
  const telling = startEventRelay({ db, databaseUrl: config.database.url, redisUrl, log, metrics, readTaskState });
  for (const schedule of SCHEDULES) {
    await waitUntil("the schedules", () => ensureSchedule(temporal, { ...schedule, taskQueue }), wait);
  }
  const checkWorker = async (): Promise<void> => {
    for (const { worker } of [running, media, calls, exporting, measuring, indexing, verifying, filing]) {
      const state = worker.getState();
      if (state !== "RUNNING") throw new Error(`the worker is ${state}`);
    }
  };
  const ops = await startOpsServer({
    host: config.ops.host,
    port: config.ops.workerPort,
    checks: [
      { name: "database", run: isSchemaReady },
      { name: "temporal", run: askTemporal },
      { name: "worker", run: checkWorker },
      // Everything else that waits for this worker can still be done.
      { name: "media jail", run: media.checkJail, isOptional: true },
    ],
    metrics: [() => metrics.metrics()],
  });
  ops.setStarted();
  log.info({ opsPort: ops.port, buildId: config.commit }, "the worker is running");
  return { running, media, calls, exporting, measuring, indexing, verifying, filing, relay, telling, ops };
};

/** Nothing new is started first, then what runs may finish, then the connections go. */
const stop = async (parts: Awaited<ReturnType<typeof start>>): Promise<void> => {
  const { running, media, calls, exporting, measuring, indexing, verifying, filing, relay, telling, ops } = parts;
  ops.setDraining();
  await relay.stop();
  running.shutdown();
  media.shutdown();
  calls.shutdown();
  exporting.shutdown();
  measuring.shutdown();
  indexing.shutdown();
  filing.shutdown();
  verifying.shutdown();
  await Promise.all(
    [running, media, calls, exporting, measuring, indexing, verifying, filing].map(({ finished }) => finished),
  );
  outgoing.close();
  await boards.close();
  await viewer.close();
  await data.close();
  await telling.stop();
  mailer.close();
  await temporal.close();
  await storage.close();
  await settings.close();
  await closeDatabase();
  await ops.close();
  log.info("the worker has stopped");
  await flush();
};

try {
  const parts = await start();
  // Until here a signal ends the process at once: nothing is in hand yet, and the engines may never come.
  onShutdown(log, () => stop(parts));
  await Promise.all(
    [
      parts.running,
      parts.media,
      parts.calls,
      parts.exporting,
      parts.measuring,
      parts.indexing,
      parts.verifying,
      parts.filing,
    ].map(({ finished }) => finished),
  );
} catch (error) {
  log.fatal({ err: error }, "the worker failed");
  await flush();
  process.exit(1);
}
