import { MESSAGES } from "@dailies/contract";
import { DomainError } from "../../errors.ts";
import type { AuthDeps } from "./auth-deps.ts";
import { knownBrowserOf } from "./known-browser.ts";
import { verifyPassword } from "./passwords/password-hash.ts";
import { type Begun, beginSession } from "./second-factors/begin-session.ts";
import type { Device } from "./sessions/open-session.ts";
import { forgetAttempts } from "./throttle.store.ts";
import { forgiveAttempts, type Limit, spendAttempts, spendNetworkAttempt } from "./throttle.ts";
import { findUserByName } from "./user.store.ts";

interface PasswordSignIn {
  username: string;
  password: string;
  device: Device;
  /** The device cookie of the browser. */
  browser: string | undefined;
}

const knownLimit = (id: string, max: number): Limit => ({ key: `password:browser:${id}`, max });

/** Every path runs the same queries and one hash, so that timing does not reveal whether an account exists. */
export const signInWithPassword = async (
  deps: AuthDeps,
  { username, password, device, browser }: PasswordSignIn,
): Promise<Begun> => {
  const { db, limits } = deps;
  const now = deps.clock();
  const user = await findUserByName(db, username);
  // By what was typed: the limit of an account would show which names are those of one account.
  const typed = username.toLowerCase();
  const account: Limit = { key: `password:typed:${typed}`, max: limits.perAccount };
  const network: Limit = { key: `password:network:${device.network}`, max: limits.perNetwork };
  const known = user && knownBrowserOf(deps.secretKeys, browser, user.id);
  if (known !== undefined) await spendAttempts(db, [knownLimit(known, limits.perAccount)], now);
  else {
    await spendNetworkAttempt(db, network, now);
    await spendAttempts(db, [account], now);
  }

  const isRight = await verifyPassword(user?.passwordHash, password, typed);
  if (!user?.isEnabled || !isRight) throw new DomainError("not_signed_in", MESSAGES.wrongCredentials);

  return db.transaction().execute(async (tx) => {
    if (known !== undefined) await forgetAttempts(tx, knownLimit(known, 0).key);
    else await forgiveAttempts(tx, account, network);
    return beginSession(tx, user.id, device, now);
  });
};
