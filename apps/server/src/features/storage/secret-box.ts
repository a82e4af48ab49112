import { DomainError } from "../../errors.ts";
import { createSeal, SealError } from "../../platform/seal.ts";

/** Which profile a secret is for and which origin it may be sent to. */
export interface SecretPlace {
  readonly profileId: string;
  readonly origin: string;
}

export interface StorageSecretBox {
  readonly seal: (place: SecretPlace, secret: string) => Buffer;
  readonly open: (place: SecretPlace, sealed: Uint8Array) => string;
}

/** Sealed for its profile and origin: copied to another row, or after the address was changed, it does not open. */
export const createStorageSecretBox = (secretKey: Buffer): StorageSecretBox => {
  const seal = createSeal(secretKey, "storage secret");
  const about = ({ profileId, origin }: SecretPlace): readonly string[] => [profileId, origin];
  return {
    seal: (place, secret) => seal.seal(secret, about(place)),
    open: (place, sealed) => {
      try {
        return seal.open(sealed, about(place));
      } catch (error) {
        if (!(error instanceof SealError)) throw error;
        const words = "the secret of this storage profile can no longer be opened, enter it again";
        throw new DomainError("unavailable", words, { cause: error });
      }
    },
  };
};
