import type { SecondFactorKind } from "@dailies/contract";
import { hashToken } from "../../../platform/crypto/token-hash.ts";
import type { Tx } from "../../../platform/db/database.ts";
import { type Beginning, newToken, openSession } from "../sessions/open-session.ts";
import { noteProviderOfPending } from "../sessions/provider-session.store.ts";
import { insertPendingSignIn } from "./pending-sign-in.store.ts";
import { listSecondFactors } from "./second-factor.store.ts";

/** What the first factor opened: the session, or only the way to one of these second factors. */
export interface Begun {
  readonly token: string;
  readonly secondFactors: readonly SecondFactorKind[];
}

/** Called once the first factor was right. */
export const beginSession = async (tx: Tx, userId: string, beginning: Beginning, now: Date): Promise<Begun> => {
  const secondFactors = await listSecondFactors(tx, userId);
  if (secondFactors.length === 0) return { token: await openSession(tx, userId, beginning, now), secondFactors };
  const { isByCode = false, provider } = beginning;
  const token = newToken();
  await insertPendingSignIn(tx, { tokenHash: hashToken(token), userId, isByCode, now });
  if (provider) await noteProviderOfPending(tx, hashToken(token), provider);
  return { token, secondFactors };
};
