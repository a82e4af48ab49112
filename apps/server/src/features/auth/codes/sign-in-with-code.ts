import { MESSAGES } from "@dailies/contract";
import { DomainError } from "../../../errors.ts";
import type { AuthDeps } from "../auth-deps.ts";
import { type Begun, beginSession } from "../second-factors/begin-session.ts";
import type { Device } from "../sessions/open-session.ts";
import { spendAttempts } from "../throttle.ts";
import { findUserByName } from "../user.store.ts";
import { checkCode } from "./check-code.ts";

const STRAY_PER_NETWORK = 200;

const wrongCode = (): DomainError => new DomainError("not_signed_in", MESSAGES.wrongCode);

interface CodeSignIn {
  email: string;
  code: string;
  /** The token that the browser received when it requested the code. */
  requestToken: string | undefined;
  device: Device;
}

export const signInWithCode = async (
  deps: AuthDeps,
  { email, code, requestToken, device }: CodeSignIn,
): Promise<Begun> => {
  const { db } = deps;
  const now = deps.clock();
  if (requestToken === undefined) {
    // Such a browser has asked for no code: the attempt cannot succeed, and must not use up those of others.
    await spendAttempts(db, [{ key: `code:stray:${device.network}`, max: STRAY_PER_NETWORK }], now);
    throw wrongCode();
  }
  const spend = await checkCode(deps, { email, code, requestToken, network: device.network });
  const user = await findUserByName(db, email);
  if (!spend || !user?.isEnabled) throw wrongCode();

  return db.transaction().execute(async (tx) => {
    if (!(await spend(tx))) throw wrongCode();
    return beginSession(tx, user.id, { ...device, isByCode: true }, now);
  });
};
