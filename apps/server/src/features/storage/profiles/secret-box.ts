import { DomainError } from "../../../errors.ts";
import { createSecretBox, type SecretBox } from "../../../platform/crypto/secret-box.ts";

/** Which profile a secret is for and which origin it may be sent to. */
interface SecretPlace {
  readonly profileId: string;
  readonly origin: string;
}

export type StorageSecretBox = SecretBox<SecretPlace>;

const LOST = "the secret of this storage profile can no longer be opened, enter it again";

/** Sealed for its profile and origin: copied to another row, or after the address was changed, it does not open. */
export const createStorageSecretBox = (secretKey: Buffer): StorageSecretBox =>
  createSecretBox(secretKey, {
    purpose: "storage secret",
    about: ({ profileId, origin }) => [profileId, origin],
    refuse: (cause) => new DomainError("unavailable", LOST, { cause }),
  });
