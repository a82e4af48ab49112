import type { Config } from "./config.ts";
import { findActors } from "./features/auth/index.ts";
import { createCredentialReader } from "./features/service-api/index.ts";
import type { CostlyAnswers, Edge } from "./http/edge.ts";
import type { LineSink } from "./http/observability/access-log.ts";
import { observeInto } from "./http/observability/observe.ts";
import type { RequestMetrics } from "./http/observability/request-metrics.ts";
import type { Tracing } from "./http/observability/tracing.ts";
import { Authenticator } from "./http/security/authenticate.ts";
import { apiHeaders } from "./http/security/security-headers.ts";
import { ServiceGate } from "./http/security/service-gate.ts";
import { createProxyCheck } from "./http/security/trusted-proxies.ts";
import type { Clock } from "./platform/clock.ts";
import { openNonces } from "./platform/crypto/nonces.ts";
import type { Db } from "./platform/db/database.ts";
import type { Log } from "./platform/observability/log.ts";

export interface EdgeDeps {
  readonly config: Config;
  readonly db: Db;
  readonly clock: Clock;
  readonly log: Log;
  readonly accessSink: LineSink;
  readonly metrics: RequestMetrics;
  readonly tracing?: Tracing;
  readonly costly?: CostlyAnswers | undefined;
  /** This is the process that makes the costly answers of another one, which notes them. */
  readonly isBeside?: boolean;
}

export const createEdge = ({
  config,
  db,
  clock,
  log,
  accessSink,
  metrics,
  tracing,
  costly,
  isBeside = false,
}: EdgeDeps): Edge => ({
  authenticator: new Authenticator(
    (tokenHashes) => findActors(db, tokenHashes, clock()),
    (error) => log.warn({ err: error }, "active sessions could not be refreshed"),
  ),
  clock,
  services: openServiceGate({ config, db, clock, log }),
  origins: new Set([config.publicOrigin, ...config.extraOrigins]),
  headers: apiHeaders(config.publicOrigin),
  log,
  observe: isBeside ? undefined : observeInto(metrics, accessSink),
  tracing,
  isTrustedProxy: isBeside ? () => true : createProxyCheck(config.http.trustedProxies),
  costly,
  checksReplies: config.mode !== "production",
  isDraining: false,
});

/** Connects to nothing before the first service request. */
const openServiceGate = ({
  config,
  db,
  clock,
  log,
}: Pick<EdgeDeps, "config" | "db" | "clock" | "log">): ServiceGate => {
  const nonces = openNonces({ url: config.redisUrl, log });
  return new ServiceGate({
    ...createCredentialReader({ db, clock, secretKeys: config.secretKeys }),
    spendNonce: nonces.spend,
    clock,
    onFault: (error) => log.warn({ err: error }, "last use of a service credential could not be recorded"),
    close: nonces.close,
  });
};
