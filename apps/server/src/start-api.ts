import { createApp } from "./app.ts";
import { readConfig } from "./config.ts";
import { createSettingsReader } from "./features/settings/index.ts";
import { collectCspViolations } from "./features/system/index.ts";
import { drain } from "./http/drain.ts";
import { RequestMetrics } from "./http/observability/request-metrics.ts";
import { systemClock } from "./platform/clock.ts";
import { createDatabase } from "./platform/db/database.ts";
import { schemaLevelCheck } from "./platform/db/migrations.ts";
import { openLog } from "./platform/observability/log.ts";
import { createMetrics } from "./platform/observability/metrics.ts";
import { startOpsServer } from "./platform/observability/ops-server.ts";
import { onShutdown } from "./platform/shutdown.ts";
import { VERSION } from "./version.ts";

const DRAIN_MS = 15_000;

/** Builds the API process without connecting or listening. */
export const openApi = async (environment?: NodeJS.ProcessEnv) => {
  const config = readConfig(environment);
  const { log, sink, flush } = openLog({ level: config.logLevel, isBuffered: config.mode === "production" });
  const database = createDatabase({ ...config.database, applicationName: "dailies-api", log });
  const telemetry = config.tracing.endpoint
    ? await (await import("./platform/observability/telemetry.ts")).openTelemetry({
        endpoint: config.tracing.endpoint,
        ratio: config.tracing.ratio,
        serviceName: "dailies-api",
        version: VERSION,
      })
    : undefined;
  const { redisUrl, secretKeys } = config;
  const settings = createSettingsReader({ db: database.db, redisUrl, secretKeys, log });
  const metrics = new RequestMetrics();
  const cspViolations = collectCspViolations({ log, clock: systemClock, ownOrigin: config.publicOrigin });
  const app = await createApp({
    config,
    db: database.db,
    clock: systemClock,
    log,
    settings,
    accessSink: sink,
    metrics,
    cspViolations,
    tracing: telemetry,
  });
  const close = async (): Promise<void> => {
    await telemetry?.shutdown();
    await settings.close();
    await database.close();
  };
  return { config, log, flush, database, settings, metrics, cspViolations, app, close };
};

/** Starts the API process, from its configuration until it accepts requests. */
export const startApi = async (): Promise<void> => {
  const { config, log, flush, database, settings, metrics, cspViolations, app, close } = await openApi();
  const registry = createMetrics();
  const ops = await startOpsServer({
    host: config.ops.host,
    port: config.ops.port,
    checks: [{ name: "postgres", run: schemaLevelCheck(database.db) }],
    metrics: [() => registry.metrics(), () => metrics.expose(), cspViolations.expose],
  });

  onShutdown(log, async () => {
    ops.setDraining();
    await drain(app.http, app.edge, DRAIN_MS);
    await close();
    await ops.close();
    log.info("stopped");
    await flush();
  });

  await settings.start();
  await app.http.listen({ host: config.http.host, port: config.http.port });
  ops.setStarted();
  log.info({ address: config.publicOrigin, version: VERSION, mode: config.mode }, "listening");
  process.send?.("ready");
};
