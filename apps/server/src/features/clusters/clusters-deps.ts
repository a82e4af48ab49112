import type { Clock } from "../../platform/clock.ts";
import type { SecretKeys } from "../../platform/crypto/secret-keys.ts";
import type { Db } from "../../platform/db/database.ts";
import { createOutgoing, type OriginSocket, type Outgoing } from "../../platform/http-client/outgoing.ts";
import { RAY_TIMEOUT_MS } from "../../platform/ray/ray-request.ts";
import { type ClusterTokenBox, createClusterTokenBox } from "./registration/token-box.ts";

export interface ClustersDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly box: ClusterTokenBox;
  readonly outgoing: Outgoing;
}

export interface ClusterNetwork {
  /** Private origins that the operator has allowed. */
  readonly trustedOrigins: readonly string[];
  readonly sockets: readonly OriginSocket[];
}

export interface OpenedClusters extends ClustersDeps {
  readonly close: () => void;
}

/** Connects to nothing before the first request. */
export const openClusters = (options: {
  readonly db: Db;
  readonly clock: Clock;
  readonly secretKeys: SecretKeys;
  readonly network: ClusterNetwork;
  /** For requests that start something on the cluster; each request has its own limit beside it. */
  readonly answerMs?: number;
}): OpenedClusters => {
  const answerMs = options.answerMs ?? RAY_TIMEOUT_MS;
  const limits = { connectMs: RAY_TIMEOUT_MS, answerMs, idleMs: answerMs };
  // A redirect of a dashboard leads to a login page, and would take the token along.
  const outgoing = createOutgoing({ ...options.network, ...limits, maxRedirects: 0 });
  return {
    db: options.db,
    clock: options.clock,
    box: createClusterTokenBox(options.secretKeys),
    outgoing,
    close: outgoing.close,
  };
};
