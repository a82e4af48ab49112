import { createSeal, SealError } from "./seal.ts";
import type { SecretKeys } from "./secret-keys.ts";

/** Encrypts secrets bound to their subject. */
export interface SecretBox<Subject> {
  readonly seal: (subject: Subject, secret: string) => Buffer;
  readonly open: (subject: Subject, sealed: Uint8Array) => string;
}

export interface SecretBoxOptions<Subject> {
  /** A separate key per kind of secret, so that one kind cannot be decrypted as another. */
  readonly purpose: string;
  readonly about: (subject: Subject) => readonly string[];
  /** Maps a failed decryption to the error for the caller. */
  readonly refuse: (cause: SealError) => Error;
}

export const createSecretBox = <Subject>(
  secretKeys: SecretKeys,
  { purpose, about, refuse }: SecretBoxOptions<Subject>,
): SecretBox<Subject> => {
  const seal = createSeal(secretKeys, purpose);
  return {
    seal: (subject, secret) => seal.seal(secret, about(subject)),
    open: (subject, sealed) => {
      try {
        return seal.open(sealed, about(subject));
      } catch (error) {
        throw error instanceof SealError ? refuse(error) : error;
      }
    },
  };
};
