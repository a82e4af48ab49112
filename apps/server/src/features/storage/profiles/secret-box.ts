import { DomainError } from "../../../errors.ts";
import { createSecretBox, type SecretBox } from "../../../platform/crypto/secret-box.ts";

/** The profile of a secret and the origin it may be sent to. */
interface SecretPlace {
  readonly profileId: string;
  readonly origin: string;
}

export type StorageSecretBox = SecretBox<SecretPlace>;

const LOST = "the secret of this storage profile can no longer be opened, enter it again";

/** Encrypted for its profile and origin: it cannot be decrypted in another row or after the endpoint changed. */
export const createStorageSecretBox = (secretKey: Buffer): StorageSecretBox =>
  createSecretBox(secretKey, {
    purpose: "storage secret",
    about: ({ profileId, origin }) => [profileId, origin],
    refuse: (cause) => new DomainError("unavailable", LOST, { cause }),
  });
