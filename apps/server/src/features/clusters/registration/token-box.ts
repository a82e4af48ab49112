import type { SealedColumn } from "../../../platform/crypto/sealed-column.ts";
import { createSecretBox, type SecretBox } from "../../../platform/crypto/secret-box.ts";
import type { SecretKeys } from "../../../platform/crypto/secret-keys.ts";
import { RayFault } from "../../../platform/ray/ray-fault.ts";

/** The cluster of a token and the origin it may be sent to. */
interface TokenOwner {
  readonly clusterId: string;
  readonly origin: string;
}

export const clusterTokens: SealedColumn = {
  purpose: "cluster token",
  table: "cluster",
  column: "sealed_token",
  boundTo: ["id", "token_origin"],
};

export type ClusterTokenBox = SecretBox<TokenOwner>;

/** Encrypted for its cluster and origin: it cannot be decrypted in another row or after the address changed. */
export const createClusterTokenBox = (secretKeys: SecretKeys): ClusterTokenBox =>
  createSecretBox(secretKeys, {
    purpose: clusterTokens.purpose,
    about: ({ clusterId, origin }) => [clusterId, origin],
    refuse: (cause) => new RayFault("token_lost", "the token of this cluster can no longer be opened", { cause }),
  });
