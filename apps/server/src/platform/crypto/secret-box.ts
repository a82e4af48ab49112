import { createSeal, SealError } from "./seal.ts";

/** Secrets that only open where they were sealed for. */
export interface SecretBox<Subject> {
  readonly seal: (subject: Subject, secret: string) => Buffer;
  readonly open: (subject: Subject, sealed: Uint8Array) => string;
}

export interface SecretBoxOptions<Subject> {
  /** Another one for each kind of secret: what was sealed for one does not open for another. */
  readonly purpose: string;
  readonly about: (subject: Subject) => readonly string[];
  /** What is told when one does not open. */
  readonly refuse: (cause: SealError) => Error;
}

export const createSecretBox = <Subject>(
  secretKey: Buffer,
  { purpose, about, refuse }: SecretBoxOptions<Subject>,
): SecretBox<Subject> => {
  const seal = createSeal(secretKey, purpose);
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
