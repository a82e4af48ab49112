import { MESSAGES } from "@dailies/contract";
import { DomainError } from "../../errors.ts";
import type { AuthDeps } from "./auth-deps.ts";
import { verifyPassword } from "./passwords/password-hash.ts";
import { type Begun, beginSession } from "./second-factors/begin-session.ts";
import type { Device } from "./sessions/open-session.ts";
import { spendSignInAttempt } from "./sign-in-attempt.ts";
import { findUserByName } from "./user.store.ts";

interface PasswordSignIn {
  username: string;
  password: string;
  device: Device;
  /** The device cookie of the browser. */
  browser: string | undefined;
}

/** Every path runs the same queries and one hash, so that timing does not reveal whether an account exists. */
export const signInWithPassword = async (
  deps: AuthDeps,
  { username, password, device, browser }: PasswordSignIn,
): Promise<Begun> => {
  const user = await findUserByName(deps.db, username);
  const typed = username.toLowerCase();
  const attempt = { method: "password", named: typed, userId: user?.id, network: device.network, browser } as const;
  const forgive = await spendSignInAttempt(deps, attempt);

  const isRight = await verifyPassword(user?.passwordHash, password, typed);
  if (!user?.isEnabled || !isRight) throw new DomainError("not_signed_in", MESSAGES.wrongCredentials);

  return deps.db.transaction().execute(async (tx) => {
    await forgive(tx);
    return beginSession(tx, user.id, device, deps.clock());
  });
};
