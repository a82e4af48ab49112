import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { monitorEventLoopDelay } from "node:perf_hooks";
import { withTimeout } from "../concurrency/with-timeout.ts";
import { withoutCredentials } from "./log-redaction.ts";

export interface ReadinessCheck {
  readonly name: string;
  readonly run: () => Promise<unknown>;
  /** Its failure is reported as degraded but does not make the process unready. */
  readonly isOptional?: boolean;
}

export interface OpsServerOptions {
  readonly host: string;
  /** 0 lets the system choose. */
  readonly port: number;
  readonly checks: readonly ReadinessCheck[];
  /** Each returns Prometheus text. */
  readonly metrics: readonly (() => string | Promise<string>)[];
}

export interface OpsServer {
  readonly port: number;
  setStarted(): void;
  /** Reports the process as not ready while it finishes accepted requests. */
  setDraining(): void;
  close(): Promise<void>;
}

interface Answer {
  readonly status: number;
  readonly body: object;
}

const CHECK_TIMEOUT_MS = 2_000;
const LOOP_LAG_LIMIT_MS = 5_000;
const NANOSECONDS_PER_MS = 1e6;

/** Health and metrics on a separate port, which is never exposed to browsers. */
export const startOpsServer = async (options: OpsServerOptions): Promise<OpsServer> => {
  let phase: "starting" | "started" | "draining" = "starting";
  const loopDelay = monitorEventLoopDelay({ resolution: 20 });
  loopDelay.enable();

  const livez = (): Answer => {
    const lagMs = loopDelay.max / NANOSECONDS_PER_MS;
    loopDelay.reset();
    return { status: lagMs < LOOP_LAG_LIMIT_MS ? 200 : 503, body: { loop_lag_ms: Math.round(lagMs) } };
  };

  const readyz = async (): Promise<Answer> => {
    if (phase !== "started") return { status: 503, body: { state: phase } };
    return judge(await Promise.all(options.checks.map(runCheck)));
  };

  const answer = async (path: string, response: ServerResponse): Promise<void> => {
    if (path === "/livez") return sendJson(response, livez());
    if (path === "/readyz") return sendJson(response, await readyz());
    if (path === "/startupz")
      return sendJson(response, { status: phase === "starting" ? 503 : 200, body: { state: phase } });
    if (path === "/metrics") return sendMetrics(response, await Promise.all(options.metrics.map((expose) => expose())));
    return sendJson(response, { status: 404, body: { state: "unknown path" } });
  };

  const server = createServer((request, response) => {
    const path = (request.url ?? "/").split("?", 1)[0] ?? "/";
    answer(path, response).catch(() => sendJson(response, { status: 500, body: { state: "failed" } }));
  });
  server.requestTimeout = 5_000;
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(options.port, options.host, () => resolve());
  });

  return {
    port: (server.address() as AddressInfo).port,
    setStarted: () => {
      if (phase === "starting") phase = "started";
    },
    setDraining: () => {
      phase = "draining";
    },
    close: () => {
      loopDelay.disable();
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
};

interface CheckResult {
  readonly check: ReadinessCheck;
  readonly fault: string | undefined;
}

const runCheck = async (check: ReadinessCheck): Promise<CheckResult> => {
  try {
    await withTimeout(CHECK_TIMEOUT_MS, async () => check.run());
    return { check, fault: undefined };
  } catch (error) {
    const words = error instanceof Error ? error.message || error.name : "failed";
    return { check, fault: withoutCredentials(words).slice(0, 200) };
  }
};

const judge = (results: readonly CheckResult[]): Answer => {
  const failed = results.filter((result) => result.fault !== undefined);
  const isReady = failed.every((result) => result.check.isOptional);
  const degradedOrReady = failed.length > 0 ? "degraded" : "ready";
  const checks = Object.fromEntries(results.map(({ check, fault }) => [check.name, fault ?? "ok"]));
  return { status: isReady ? 200 : 503, body: { state: isReady ? degradedOrReady : "not ready", checks } };
};

const sendJson = (response: ServerResponse, { status, body }: Answer): void => {
  response.writeHead(status, { "content-type": "application/json", "cache-control": "no-store" });
  response.end(JSON.stringify(body));
};

const sendMetrics = (response: ServerResponse, parts: readonly string[]): void => {
  response.writeHead(200, { "content-type": "text/plain; version=0.0.4; charset=utf-8", "cache-control": "no-store" });
  response.end(parts.join(""));
};
