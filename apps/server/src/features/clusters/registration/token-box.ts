import { createSecretBox, type SecretBox } from "../../../platform/crypto/secret-box.ts";
import { RayFault } from "../../../platform/ray/ray-fault.ts";

/** The cluster of a token and the origin it may be sent to. */
interface TokenOwner {
  readonly clusterId: string;
  readonly origin: string;
}

export type ClusterTokenBox = SecretBox<TokenOwner>;

/** Encrypted for its cluster and origin: it cannot be decrypted in another row or after the address changed. */
export const createClusterTokenBox = (secretKey: Buffer): ClusterTokenBox =>
  createSecretBox(secretKey, {
    purpose: "cluster token",
    about: ({ clusterId, origin }) => [clusterId, origin],
    refuse: (cause) => new RayFault("token_lost", "the token of this cluster can no longer be opened", { cause }),
  });
