import type { Tx } from "../../platform/db/database.ts";
import type { AuthDeps } from "./auth-deps.ts";
import { knownBrowserOf } from "./known-browser.ts";
import { forgetAttempts } from "./throttle.store.ts";
import { forgiveAttempts, type Limit, spendAttempts, spendNetworkAttempt } from "./throttle.ts";

interface SignInAttempt {
  readonly method: "password" | "passkey";
  /** What the browser says who signs in: what was typed, or the id of a credential. */
  readonly named: string;
  /** The account of that name, if there is one. */
  readonly userId: string | undefined;
  readonly network: string;
  /** The device cookie of the browser. */
  readonly browser: string | undefined;
}

/** Gives the attempt back after a success. */
type Forgive = (tx: Tx) => Promise<void>;

/**
 * Takes an attempt from the limits of the network and of the name, or from that of a browser in which the user has signed in
 * before. By the name: the limit of an account would show which names are those of one account.
 */
export const spendSignInAttempt = async (
  { db, clock, limits, secretKeys }: Pick<AuthDeps, "db" | "clock" | "limits" | "secretKeys">,
  { method, named, userId, network, browser }: SignInAttempt,
): Promise<Forgive> => {
  const now = clock();
  const known = userId === undefined ? undefined : knownBrowserOf(secretKeys, browser, userId);
  if (known !== undefined) {
    const byBrowser: Limit = { key: `${method}:browser:${known}`, max: limits.perAccount };
    await spendAttempts(db, [byBrowser], now);
    return (tx) => forgetAttempts(tx, byBrowser.key);
  }
  const byName: Limit = { key: `${method}:typed:${named}`, max: limits.perAccount };
  const byNetwork: Limit = { key: `${method}:network:${network}`, max: limits.perNetwork };
  await spendNetworkAttempt(db, byNetwork, now);
  await spendAttempts(db, [byName], now);
  return (tx) => forgiveAttempts(tx, byName, byNetwork);
};
