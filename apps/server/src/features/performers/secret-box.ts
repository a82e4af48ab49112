import { DomainError } from "../../errors.ts";
import { createSeal, SealError } from "../../platform/seal.ts";

/** Which performer a secret is for and which origin it may be sent to. */
export interface SecretPlace {
  readonly performerId: string;
  readonly origin: string;
}

export interface SecretBox {
  readonly seal: (place: SecretPlace, secret: string) => Buffer;
  readonly open: (place: SecretPlace, sealed: Uint8Array) => string;
}

/** Sealed for its performer and origin: copied to another row, or after the address was changed, it does not open. */
export const createSecretBox = (secretKey: Buffer): SecretBox => {
  const seal = createSeal(secretKey, "performer secret");
  const about = ({ performerId, origin }: SecretPlace): readonly string[] => [performerId, origin];
  return {
    seal: (place, secret) => seal.seal(secret, about(place)),
    open: (place, sealed) => {
      try {
        return seal.open(sealed, about(place));
      } catch (error) {
        if (!(error instanceof SealError)) throw error;
        throw new DomainError("conflict", "the performer's secret can no longer be opened, enter it again", {
          cause: error,
        });
      }
    },
  };
};
