import { DomainError } from "../../errors.ts";
import { createSecretBox, type SecretBox } from "../../platform/crypto/secret-box.ts";

/** The performer of a secret and the origin it may be sent to. */
interface SecretPlace {
  readonly performerId: string;
  readonly origin: string;
}

export type PerformerSecretBox = SecretBox<SecretPlace>;

const LOST = "the performer's secret can no longer be opened, enter it again";

/** Encrypted for its performer and origin: it cannot be decrypted in another row or after the endpoint changed. */
export const createPerformerSecretBox = (secretKey: Buffer): PerformerSecretBox =>
  createSecretBox(secretKey, {
    purpose: "performer secret",
    about: ({ performerId, origin }) => [performerId, origin],
    refuse: (cause) => new DomainError("conflict", LOST, { cause }),
  });
