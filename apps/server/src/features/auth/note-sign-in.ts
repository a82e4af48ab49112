import type { SignInMethod } from "@dailies/contract";
import { DomainError } from "../../errors.ts";
import { recordSecurityEvent, type SecurityEventOrigin } from "../operation-log/index.ts";
import type { AuthDeps } from "./auth-deps.ts";
import type { Begun } from "./second-factors/begin-session.ts";
import { findUserByName } from "./user.store.ts";

interface Attempt {
  /** What was typed as the name or whose second factor is asked for; of a passkey its id, and its user if it is known. */
  readonly who: { readonly typed: string } | { readonly typed?: string; readonly userId: string | undefined };
  readonly method: SignInMethod;
  readonly origin: SecurityEventOrigin;
}

/**
 * Runs an attempt to sign in and records how it ended as a security event; the refusal goes on to the caller. Of a sign-in
 * that still awaits the second factor nothing is recorded.
 */
export const noteSignIn = async (
  deps: AuthDeps,
  { who, method, origin }: Attempt,
  act: () => Promise<Begun>,
): Promise<Begun> => {
  const note = async (kind: "sign_in" | "sign_in_failed" | "sign_in_throttled"): Promise<void> => {
    // Looked up in each case, so that it takes as long whether or not there is such an account.
    const subject = "userId" in who ? who : { ...who, userId: (await findUserByName(deps.db, who.typed))?.id };
    await recordSecurityEvent(deps, { at: deps.clock(), kind, method, ...subject, ...origin });
  };
  const begun = await act().catch(async (error: unknown) => {
    if (error instanceof DomainError && error.code === "throttled") await note("sign_in_throttled");
    if (error instanceof DomainError && error.code === "not_signed_in") await note("sign_in_failed");
    throw error;
  });
  if (begun.secondFactors.length === 0) await note("sign_in");
  return begun;
};
