// One server under test, selected by its first argument. Sends its port once it listens.
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { findActors } from "../../apps/server/src/features/auth/index.ts";
import { createHttp } from "../../apps/server/src/http/create-http.ts";
import type { Edge } from "../../apps/server/src/http/edge.ts";
import { useErrorReplies } from "../../apps/server/src/http/error-reply.ts";
import { observeInto } from "../../apps/server/src/http/observability/observe.ts";
import { RequestMetrics } from "../../apps/server/src/http/observability/request-metrics.ts";
import { registerRoutes } from "../../apps/server/src/http/routing/register-routes.ts";
import { Authenticator } from "../../apps/server/src/http/security/authenticate.ts";
import { apiHeaders } from "../../apps/server/src/http/security/security-headers.ts";
import { closedGate } from "../../apps/server/src/http/security/service-gate.ts";
import { systemClock } from "../../apps/server/src/platform/clock.ts";
import { createDatabase } from "../../apps/server/src/platform/db/database.ts";
import { openLog } from "../../apps/server/src/platform/observability/log.ts";
import { openTelemetry } from "../../apps/server/src/platform/observability/telemetry.ts";
import { sampleReply, sampleRoutes } from "./sample-route.ts";

const [kind = "bare", databaseUrl = "", collectorUrl = ""] = process.argv.slice(2);
const TRACE_RATIO = 0.05;
const PLAIN_HEADERS = ["content-type", "application/json; charset=utf-8"];

let burnMicroseconds = 0;

/** A slowdown planted around the product, to check that it is detected. */
const burn = (): void => {
  const untilMs = performance.now() + burnMicroseconds / 1_000;
  while (performance.now() < untilMs);
};

const startBare = (): Promise<number> => {
  const server = createServer((_request, response) => {
    const body = JSON.stringify(sampleReply);
    response.writeHead(200, [...PLAIN_HEADERS, "content-length", `${Buffer.byteLength(body)}`]);
    response.end(body);
  });
  return new Promise((resolve) => server.listen(0, "127.0.0.1", () => resolve((server.address() as AddressInfo).port)));
};

const everything = async (): Promise<Partial<Edge>> => {
  // As in production; the parent process discards the lines.
  const { sink } = openLog({ level: "info", isBuffered: true });
  const tracing = await openTelemetry({
    endpoint: collectorUrl,
    ratio: TRACE_RATIO,
    serviceName: "bench",
    version: "0",
  });
  return { headers: apiHeaders("https://console.test"), observe: observeInto(new RequestMetrics(), sink), tracing };
};

const listSample = () => {
  if (burnMicroseconds > 0) burn();
  return sampleReply;
};

const startProduct = async (extra: Partial<Edge>): Promise<number> => {
  const { db } = createDatabase({ url: databaseUrl, poolSize: 4, applicationName: "dailies-bench" });
  const edge: Edge = {
    authenticator: new Authenticator((tokenHashes) => findActors(db, tokenHashes, systemClock())),
    clock: systemClock,
    services: closedGate(),
    origins: new Set(),
    headers: PLAIN_HEADERS,
    log: openLog({ level: "error", isBuffered: false }).log,
    observe: undefined,
    tracing: undefined,
    checksReplies: false,
    isDraining: false,
    ...extra,
  };
  const http = createHttp({ trustedProxies: [] });
  useErrorReplies(http, edge);
  registerRoutes(http, sampleRoutes, { list: listSample }, edge);
  await http.listen({ host: "127.0.0.1", port: 0 });
  return (http.server.address() as AddressInfo).port;
};

const start: Record<string, () => Promise<number>> = {
  bare: startBare,
  checked: () => startProduct({}),
  everything: async () => startProduct(await everything()),
};

const port = await (start[kind] ?? startBare)();
process.send?.(port);
process.on("message", ({ burn: microseconds }: { burn: number }) => {
  burnMicroseconds = microseconds;
  process.send?.("burning");
});
