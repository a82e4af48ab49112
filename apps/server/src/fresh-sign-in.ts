import { MESSAGES } from "@dailies/contract";
import type { Actor } from "./actor.ts";
import { DomainError } from "./errors.ts";

/** For this long after a proof of identity, a user counts as freshly signed in. */
const FRESH_MS = 5 * 60_000;

export const isFreshSignIn = (signedInAt: Date, now: Date): boolean => now.getTime() - signedInAt.getTime() <= FRESH_MS;

export const staleSignIn = (): DomainError => new DomainError("stale_sign_in", MESSAGES.staleSignIn);

/**
 * For acts that need a recent proof of identity only in part, where the use case finds out which part it is. Routes that
 * always need one declare `freshSignIn: "always"`, and the HTTP layer checks it before anything is read.
 */
export const requireFreshSignIn = ({ actor, at }: { actor: Partial<Pick<Actor, "signedInAt">>; at: Date }): void => {
  if (actor.signedInAt === undefined || !isFreshSignIn(actor.signedInAt, at)) throw staleSignIn();
};
