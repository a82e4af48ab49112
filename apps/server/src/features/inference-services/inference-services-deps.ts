import { DomainError } from "../../errors.ts";
import type { Clock } from "../../platform/clock.ts";
import type { SealedColumn } from "../../platform/crypto/sealed-column.ts";
import { createSecretBox, type SecretBox } from "../../platform/crypto/secret-box.ts";
import type { SecretKeys } from "../../platform/crypto/secret-keys.ts";
import type { Db } from "../../platform/db/database.ts";
import { createOutgoing, type Outgoing } from "../../platform/http-client/outgoing.ts";
import { type ClusterNetwork, type OpenedClusters, openClusters } from "../clusters/index.ts";

/** The row of a secret. */
interface SecretOwner {
  readonly secretId: string;
  readonly ownerId: string;
}

export const inferenceSecrets: SealedColumn = {
  purpose: "inference service secret",
  table: "inference_secret",
  column: "sealed_value",
  boundTo: ["id", "owner_id"],
};

export interface ServicesDeps {
  readonly db: Db;
  readonly clock: Clock;
  /** Clients of clusters that may take as long as a write to Serve does. */
  readonly clusters: OpenedClusters;
  /** For health addresses. */
  readonly outgoing: Outgoing;
  readonly box: SecretBox<SecretOwner>;
}

export interface OpenedServices extends ServicesDeps {
  readonly close: () => void;
}

const WRITE_MS = 35_000;
export const HEALTH_TIMEOUT_MS = 5_000;

/** Connects to nothing before the first request. */
export const openServices = (options: {
  readonly db: Db;
  readonly clock: Clock;
  readonly secretKeys: SecretKeys;
  readonly network: ClusterNetwork;
  /** Private origins that services may be registered at, the same as those of performers. */
  readonly serviceOrigins: readonly string[];
}): OpenedServices => {
  const limits = { connectMs: HEALTH_TIMEOUT_MS, answerMs: HEALTH_TIMEOUT_MS, idleMs: HEALTH_TIMEOUT_MS };
  // A redirect of a health address leads to a login page, which says nothing about the service.
  const outgoing = createOutgoing({ trustedOrigins: options.serviceOrigins, ...limits, maxRedirects: 0 });
  const clusters = openClusters({ ...options, answerMs: WRITE_MS });
  return {
    db: options.db,
    clock: options.clock,
    clusters,
    outgoing,
    box: createSecretBox(options.secretKeys, {
      purpose: inferenceSecrets.purpose,
      about: ({ secretId, ownerId }) => [secretId, ownerId],
      refuse: (cause) => new DomainError("conflict", "a secret can no longer be opened, save it again", { cause }),
    }),
    close: () => {
      outgoing.close();
      clusters.close();
    },
  };
};
