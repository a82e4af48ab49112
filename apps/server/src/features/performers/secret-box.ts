import { DomainError } from "../../errors.ts";
import type { SealedColumn } from "../../platform/crypto/sealed-column.ts";
import { createSecretBox, type SecretBox } from "../../platform/crypto/secret-box.ts";
import type { SecretKeys } from "../../platform/crypto/secret-keys.ts";

/** The performer of a secret and the origin it may be sent to. */
interface SecretPlace {
  readonly performerId: string;
  readonly origin: string;
}

export const performerSecrets: SealedColumn = {
  purpose: "performer secret",
  table: "performer",
  column: "sealed_secret",
  boundTo: ["id", "secret_origin"],
};

export type PerformerSecretBox = SecretBox<SecretPlace>;

const LOST = "the performer's secret can no longer be opened, enter it again";

/** Encrypted for its performer and origin: it cannot be decrypted in another row or after the endpoint changed. */
export const createPerformerSecretBox = (secretKeys: SecretKeys): PerformerSecretBox =>
  createSecretBox(secretKeys, {
    purpose: performerSecrets.purpose,
    about: ({ performerId, origin }) => [performerId, origin],
    refuse: (cause) => new DomainError("conflict", LOST, { cause }),
  });
