import { DomainError } from "../../../errors.ts";
import type { SealedColumn } from "../../../platform/crypto/sealed-column.ts";
import { createSecretBox, type SecretBox } from "../../../platform/crypto/secret-box.ts";
import type { SecretKeys } from "../../../platform/crypto/secret-keys.ts";

/** The profile of a secret and the origin it may be sent to. */
interface SecretPlace {
  readonly profileId: string;
  readonly origin: string;
}

export const storageSecrets: SealedColumn = {
  purpose: "storage secret",
  table: "storage_profile",
  column: "sealed_secret",
  boundTo: ["id", "secret_origin"],
};

export type StorageSecretBox = SecretBox<SecretPlace>;

const LOST = "the secret of this storage profile can no longer be opened, enter it again";

/** Encrypted for its profile and origin: it cannot be decrypted in another row or after the endpoint changed. */
export const createStorageSecretBox = (secretKeys: SecretKeys): StorageSecretBox =>
  createSecretBox(secretKeys, {
    purpose: storageSecrets.purpose,
    about: ({ profileId, origin }) => [profileId, origin],
    refuse: (cause) => new DomainError("unavailable", LOST, { cause }),
  });
