import { createSeal, SealError } from "./seal.ts";

/** Secrets that only open where they were sealed for. */
export interface SecretBox<Place> {
  readonly seal: (place: Place, secret: string) => Buffer;
  readonly open: (place: Place, sealed: Uint8Array) => string;
}

export interface SecretBoxOptions<Place> {
  /** Another one for each kind of secret: what was sealed for one does not open for another. */
  readonly purpose: string;
  readonly about: (place: Place) => readonly string[];
  /** What is told when one does not open. */
  readonly refuse: (cause: SealError) => Error;
}

export const createSecretBox = <Place>(
  secretKey: Buffer,
  { purpose, about, refuse }: SecretBoxOptions<Place>,
): SecretBox<Place> => {
  const seal = createSeal(secretKey, purpose);
  return {
    seal: (place, secret) => seal.seal(secret, about(place)),
    open: (place, sealed) => {
      try {
        return seal.open(sealed, about(place));
      } catch (error) {
        throw error instanceof SealError ? refuse(error) : error;
      }
    },
  };
};
