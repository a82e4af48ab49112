import type { SignInMethod } from "@dailies/contract";
import { DomainError } from "../../errors.ts";
import { recordSecurityEvent, type SecurityEventOrigin } from "../operation-log/index.ts";
import type { AuthDeps } from "./auth-deps.ts";
import { findUserByName } from "./user.store.ts";

interface Attempt {
  readonly typed: string;
  readonly method: SignInMethod;
  readonly origin: SecurityEventOrigin;
}

/** Runs an attempt to sign in and records how it ended as a security event; the refusal goes on to the caller. */
export const noteSignIn = async <T>(
  deps: AuthDeps,
  { typed, method, origin }: Attempt,
  act: () => Promise<T>,
): Promise<T> => {
  const note = async (kind: "sign_in" | "sign_in_failed" | "sign_in_throttled"): Promise<void> => {
    // Looked up in each case, so that it takes as long whether or not there is such an account.
    const user = await findUserByName(deps.db, typed);
    await recordSecurityEvent(deps, { at: deps.clock(), kind, method, userId: user?.id, typed, ...origin });
  };
  const result = await act().catch(async (error: unknown) => {
    if (error instanceof DomainError && error.code === "throttled") await note("sign_in_throttled");
    if (error instanceof DomainError && error.code === "not_signed_in") await note("sign_in_failed");
    throw error;
  });
  await note("sign_in");
  return result;
};
