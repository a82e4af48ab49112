import { createApp } from "../app.ts";
import { readConfig } from "../config.ts";
import { createSettingsReader } from "../features/settings/index.ts";
import { drain } from "../http/drain.ts";
import { RequestMetrics } from "../http/request-metrics.ts";
import { systemClock } from "../platform/clock.ts";
import { createDatabase } from "../platform/database.ts";
import { openLog } from "../platform/log.ts";
import { createMetrics } from "../platform/metrics.ts";
import { schemaLevelCheck } from "../platform/migrations.ts";
import { startOpsServer } from "../platform/ops-server.ts";
import { onShutdown } from "../platform/shutdown.ts";
import { VERSION } from "../version.ts";

const DRAIN_MS = 15_000;

const config = readConfig();
const { log, sink, flush } = openLog({ level: config.logLevel, isBuffered: config.mode === "production" });
const database = createDatabase({ ...config.database, applicationName: "dailies-api", log });
const telemetry = config.tracing.endpoint
  ? await (await import("../platform/telemetry.ts")).openTelemetry({
      endpoint: config.tracing.endpoint,
      ratio: config.tracing.ratio,
      serviceName: "dailies-api",
      version: VERSION,
    })
  : undefined;

const { redisUrl, secretKey } = config;
const settings = createSettingsReader({ db: database.db, redisUrl, secretKey, log });
const metrics = new RequestMetrics();
const app = await createApp({
  config,
  db: database.db,
  clock: systemClock,
  log,
  settings,
  accessSink: sink,
  metrics,
  tracing: telemetry,
});
const registry = createMetrics();
const ops = await startOpsServer({
  host: config.ops.host,
  port: config.ops.port,
  checks: [{ name: "postgres", run: schemaLevelCheck(database.db) }],
  metrics: [() => registry.metrics(), () => metrics.expose()],
});

onShutdown(log, async () => {
  ops.setDraining();
  await drain(app.http, app.edge, DRAIN_MS);
  await telemetry?.shutdown();
  await settings.close();
  await database.close();
  await ops.close();
  log.info("stopped");
  await flush();
});

await settings.start();
await app.http.listen({ host: config.http.host, port: config.http.port });
ops.setStarted();
log.info({ address: config.publicOrigin, version: VERSION, mode: config.mode }, "listening");
process.send?.("ready");
