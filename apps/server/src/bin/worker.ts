import { readConfig } from "../config.ts";
import { openMediaJail } from "../features/assets/ingest/open-media-jail.ts";
import { readTaskState } from "../features/benchmarks/index.ts";
import { type ClusterReader, openClusters, startClusterPoller } from "../features/clusters/index.ts";
import { openData, openWorkerReplicas, startPictureWorker } from "../features/datasets/index.ts";
import { startEventRelay } from "../features/events/index.ts";
import { openRunSources, startRunSourcePoller } from "../features/experiments/index.ts";
import { registerGenerationMetrics } from "../features/generation/index.ts";
import { openServices, readServe, startEndpointPoller } from "../features/inference-services/index.ts";
import { registerJobMetrics } from "../features/jobs/index.ts";
import { openBoards } from "../features/leaderboards/index.ts";
import { createSettingsReader } from "../features/settings/index.ts";
import { openViewer } from "../features/viewer/index.ts";
import { systemClock } from "../platform/clock.ts";
import { waitUntil } from "../platform/concurrency/wait-until.ts";
import { createDatabase } from "../platform/db/database.ts";
import { schemaLevelCheck } from "../platform/db/migrations.ts";
import { startOutboxRelay } from "../platform/db/outbox-relay.ts";
import { createOutgoing } from "../platform/http-client/outgoing.ts";
import { createMailer } from "../platform/mail.ts";
import { openLog } from "../platform/observability/log.ts";
import { createMetrics } from "../platform/observability/metrics.ts";
import { startOpsServer } from "../platform/observability/ops-server.ts";
import { createObjectStorage } from "../platform/s3/object-storage.ts";
import { onShutdown } from "../platform/shutdown.ts";
import { startWorkflowRecovery } from "../platform/temporal/recover-workflows.ts";
import { startWorkers } from "../platform/temporal/start-workers.ts";
import { createTemporal } from "../platform/temporal/temporal.ts";
import { ensureSchedule } from "../platform/temporal/temporal-schedule.ts";
import { installRuntime } from "../platform/temporal/temporal-worker.ts";
import { freshWorkflowBundle } from "../platform/temporal/workflow-bundle.ts";
import { logMissingKeys } from "../rotate-keys.ts";
import { SCHEDULES } from "../schedules.ts";
import { JAIL_WAITING, WORKERS } from "../workers.ts";

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
const { redisUrl, secretKeys } = config;
const settings = createSettingsReader({ db, redisUrl, secretKeys, log });
const mailer = createMailer(config.smtp);
const storage = createObjectStorage(config.s3);
const temporal = createTemporal(config.temporal);
const outgoing = createOutgoing({
  trustedOrigins: config.performerOrigins,
  callerOrigins: config.performerOwnOrigins,
  sockets: config.performerSockets,
});
const { taskQueue } = config.temporal;
const { publicOrigin, extraOrigins } = config;
const deps = { db, storage, mailer, log, secretKeys, clock: systemClock, publicOrigin };
const boards = openBoards({ ...deps, databaseUrl: config.database.url });
const data = openData({ ...deps, own: config.s3, queries: config.queries, storageOrigins: config.storageOrigins });
const replicas = openWorkerReplicas({ ...data, log, replica: config.replica });
const viewer = openViewer(data.bucketReaders, config.viewer);

const clusters = openClusters({ ...deps, network: config.clusters });
const runSources = openRunSources({ ...deps, trustedOrigins: config.runSourceOrigins });
const services = openServices({ ...deps, network: config.clusters, serviceOrigins: config.performerOrigins });

const askTemporal = async (): Promise<void> => {
  await (await temporal.client()).workflowService.getSystemInfo({});
};

/** Not awaited: other work, such as mail, must start even while storage is down. */
const configureBucketCors = async (): Promise<void> => {
  const origins = [publicOrigin, ...extraOrigins];
  const allow = async () => {
    await storage.allowOrigins(origins);
    await data.storage.allowOrigins(origins);
  };
  await waitUntil("the object storage", allow, { log, forMs: STORAGE_WAIT_MS }).catch((error: unknown) =>
    log.error(
      { err: error },
      "bucket CORS is not configured for the public origin: browsers cannot upload or play media directly",
    ),
  );
};

const start = async () => {
  installRuntime(log);
  const wait = { log, forMs: ENGINES_WAIT_MS };
  const isSchemaReady = schemaLevelCheck(db);
  await waitUntil("the database schema", isSchemaReady, wait);
  await waitUntil("temporal", askTemporal, wait);
  void configureBucketCors();
  await logMissingKeys(db, secretKeys, log);
  await settings.start();
  const jail = await openMediaJail({ scratchRoot: config.mediaFolder, log, waiting: JAIL_WAITING });
  const workers = await startWorkers(
    WORKERS,
    { ...deps, config, temporal, outgoing, boards, settings, data, replicas, viewer, jail, services },
    { ...config.temporal, log, buildId: config.commit, workflowBundle: await freshWorkflowBundle() },
  );
  registerGenerationMetrics(metrics, db);
  registerJobMetrics(metrics, db);
  const outboxRelay = startOutboxRelay({ db, temporal, log, metrics, taskQueue });
  const workflowRecovery = await startWorkflowRecovery({ db, temporal, log });
  const eventRelay = startEventRelay({ db, databaseUrl: config.database.url, redisUrl, log, metrics, readTaskState });
  const pictureWorker = startPictureWorker({ ...data, jail, log, metrics, scratchRoot: config.mediaFolder });
  const readMore: ClusterReader = (cluster, session) => readServe(services, cluster, session);
  const clusterPoller = startClusterPoller({ ...clusters, log, metrics, readMore });
  const endpointPoller = startEndpointPoller({ ...services, log });
  const runSourcePoller = startRunSourcePoller({ ...runSources, log });
  for (const schedule of SCHEDULES) {
    await waitUntil("the schedules", () => ensureSchedule(temporal, { ...schedule, taskQueue }), wait);
  }
  const ops = await startOpsServer({
    host: config.ops.host,
    port: config.ops.workerPort,
    checks: [
      { name: "database", run: isSchemaReady },
      { name: "temporal", run: askTemporal },
      { name: "worker", run: workers.check },
      // Optional: all other work of this worker can continue.
      { name: "media jail", run: jail.check, isOptional: true },
    ],
    metrics: [() => metrics.metrics()],
  });
  ops.setStarted();
  log.info({ opsPort: ops.port, buildId: config.commit }, "worker started");
  const pollers = [workflowRecovery, pictureWorker, clusterPoller, endpointPoller, runSourcePoller];
  return { workers, outboxRelay, eventRelay, pollers, ops };
};

/** Shutdown order: stop the outbox relay, let running activities finish, then close the connections. */
const stop = async (parts: Awaited<ReturnType<typeof start>>): Promise<void> => {
  const { workers, outboxRelay, eventRelay, pollers, ops } = parts;
  ops.setDraining();
  await outboxRelay.stop();
  workers.shutdown();
  await workers.finished;
  for (const poller of pollers) await poller.stop();
  runSources.close();
  services.close();
  clusters.close();
  outgoing.close();
  await boards.close();
  await viewer.close();
  await replicas.close();
  await data.close();
  await eventRelay.stop();
  mailer.close();
  await temporal.close();
  await storage.close();
  await settings.close();
  await closeDatabase();
  await ops.close();
  log.info("worker stopped");
  await flush();
};

try {
  const parts = await start();
  // Before this point a signal kills the process at once: no work has started, and the engines may never become available.
  onShutdown(log, () => stop(parts));
  await parts.workers.finished;
} catch (error) {
  log.fatal({ err: error }, "worker failed");
  await flush();
  process.exit(1);
}
