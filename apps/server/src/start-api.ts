import { once } from "node:events";
import { createApp } from "./app.ts";
import { type Config, readConfig } from "./config.ts";
import { createSettingsReader } from "./features/settings/index.ts";
import { collectCspViolations } from "./features/system/index.ts";
import { CostlyProcess } from "./http/costly/costly-process.ts";
import { CostlyRequests } from "./http/costly/costly-requests.ts";
import { drain } from "./http/drain.ts";
import { RequestMetrics } from "./http/observability/request-metrics.ts";
import { systemClock } from "./platform/clock.ts";
import { createDatabase } from "./platform/db/database.ts";
import { schemaLevelCheck } from "./platform/db/migrations.ts";
import { type Log, openLog } from "./platform/observability/log.ts";
import { createMetrics } from "./platform/observability/metrics.ts";
import { startOpsServer } from "./platform/observability/ops-server.ts";
import { onShutdown } from "./platform/shutdown.ts";
import { VERSION } from "./version.ts";

const DRAIN_MS = 15_000;

/** Of the process for costly answers, which has few requests at a time. */
const CONNECTIONS_BESIDE = 4;
/** The socket of that process follows. */
const BESIDE = "--beside";

interface ApiOptions {
  readonly environment?: NodeJS.ProcessEnv;
  readonly isBeside?: boolean;
}

/** Builds the API process without connecting or listening. */
export const openApi = async ({ environment, isBeside = false }: ApiOptions = {}) => {
  const config = readConfig(environment);
  const { log, sink, flush } = openLog({ level: config.logLevel, isBuffered: config.mode === "production" });
  const poolSize = isBeside ? CONNECTIONS_BESIDE : config.database.poolSize;
  const database = createDatabase({ ...config.database, poolSize, applicationName: "dailies-api", log });
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
    costly: isBeside ? undefined : openCostly(config, log),
    isBeside,
  });
  const close = async (): Promise<void> => {
    await telemetry?.shutdown();
    await settings.close();
    await database.close();
  };
  return { config, log, flush, database, settings, metrics, cspViolations, app, close };
};

/** Elsewhere there is no second process: it would make every start of a test or of the source slower. */
const openCostly = ({ mode }: Config, log: Log): CostlyRequests | undefined => {
  const [, script] = process.argv;
  if (mode !== "production" || script === undefined) return undefined;
  return new CostlyRequests(new CostlyProcess({ script, args: [BESIDE], log }));
};

/** Ends when the process that started it no longer wants it, or is gone; signals to the whole group do not concern it. */
const startBeside = async (address: string): Promise<void> => {
  for (const signal of ["SIGTERM", "SIGINT"]) process.on(signal, () => undefined);
  // Heard from the beginning, because the parent may go while this process starts.
  const left = once(process, "disconnect");
  const { log, flush, settings, app, close } = await openApi({ isBeside: true });
  const stop = async (): Promise<void> => {
    await drain(app.http, app.edge, DRAIN_MS);
    await close();
    await flush();
  };
  left.then(stop).then(
    () => process.exit(0),
    (error) => {
      log.error({ err: error }, "the process for costly answers did not stop in order");
      process.exit(1);
    },
  );
  await settings.start();
  await app.http.listen({ path: address });
  process.send?.("ready");
};

/** Starts the process of the API that the arguments name. */
export const startApi = (): Promise<void> => {
  const [, , role, address] = process.argv;
  return role === BESIDE && address !== undefined ? startBeside(address) : startMain();
};

/** Starts the API process, from its configuration until it accepts requests. */
const startMain = async (): Promise<void> => {
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
