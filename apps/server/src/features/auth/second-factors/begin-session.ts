import { hashToken } from "../../../platform/crypto/token-hash.ts";
import type { Tx } from "../../../platform/db/database.ts";
import { type Device, newToken, openSession } from "../sessions/open-session.ts";
import { insertPendingSignIn } from "./pending-sign-in.store.ts";
import { findTotp } from "./second-factor.store.ts";

/** What the first factor opened: the session, or only the way to the second factor. */
export interface Begun {
  readonly token: string;
  readonly awaitsSecondFactor: boolean;
}

/** Called once the first factor was right. */
export const beginSession = async (tx: Tx, userId: string, device: Device, now: Date): Promise<Begun> => {
  const totp = await findTotp(tx, userId);
  if (!totp?.confirmed_at) return { token: await openSession(tx, userId, device, now), awaitsSecondFactor: false };
  const token = newToken();
  await insertPendingSignIn(tx, { tokenHash: hashToken(token), userId, now });
  return { token, awaitsSecondFactor: true };
};
