import { MESSAGES } from "@dailies/contract";
import { DomainError } from "../../errors.ts";
import type { AuthDeps } from "./auth-deps.ts";
import { verifyPassword } from "./passwords/password-hash.ts";
import { type Device, openSession } from "./sessions/open-session.ts";
import { forgiveAttempts, type Limit, spendAttempts } from "./throttle.ts";
import { findUserByName } from "./user.store.ts";

interface PasswordSignIn {
  username: string;
  password: string;
  device: Device;
}

/** Every path runs the same queries and one hash, so that timing does not reveal whether an account exists. */
export const signInWithPassword = async (
  deps: AuthDeps,
  { username, password, device }: PasswordSignIn,
): Promise<string> => {
  const { db, limits } = deps;
  const now = deps.clock();
  const user = await findUserByName(db, username);
  const account: Limit = { key: `password:account:${user?.id ?? username.toLowerCase()}`, max: limits.perAccount };
  const network: Limit = { key: `password:network:${device.network}`, max: limits.perNetwork };
  await spendAttempts(db, [network, account], now);

  const isRight = await verifyPassword(user?.passwordHash, password);
  if (!user?.isEnabled || !isRight) throw new DomainError("not_signed_in", MESSAGES.wrongCredentials);

  return db.transaction().execute(async (tx) => {
    await forgiveAttempts(tx, account, network);
    return openSession(tx, user.id, device, now);
  });
};
