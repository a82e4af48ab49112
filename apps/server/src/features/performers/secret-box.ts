import { DomainError } from "../../errors.ts";
import { createSecretBox, type SecretBox } from "../../platform/crypto/secret-box.ts";

/** Which performer a secret is for and which origin it may be sent to. */
interface SecretPlace {
  readonly performerId: string;
  readonly origin: string;
}

export type PerformerSecretBox = SecretBox<SecretPlace>;

const LOST = "the performer's secret can no longer be opened, enter it again";

/** Sealed for its performer and origin: copied to another row, or after the address was changed, it does not open. */
export const createPerformerSecretBox = (secretKey: Buffer): PerformerSecretBox =>
  createSecretBox(secretKey, {
    purpose: "performer secret",
    about: ({ performerId, origin }) => [performerId, origin],
    refuse: (cause) => new DomainError("conflict", LOST, { cause }),
  });
