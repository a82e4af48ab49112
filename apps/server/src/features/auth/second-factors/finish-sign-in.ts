import { MESSAGES } from "@dailies/contract";
import { DomainError } from "../../../errors.ts";
import { hashToken } from "../../../platform/crypto/token-hash.ts";
import type { SecurityEventOrigin } from "../../operation-log/index.ts";
import type { AuthDeps } from "../auth-deps.ts";
import { noteSignIn } from "../note-sign-in.ts";
import { type Device, openSession } from "../sessions/open-session.ts";
import { findProviderOfPending } from "../sessions/provider-session.store.ts";
import { findUserById } from "../user.store.ts";
import { deletePendingSignIn, takePendingTry } from "./pending-sign-in.store.ts";
import { methodOf, type SecondFactor, spendSecondFactor } from "./spend-second-factor.ts";

interface Completion {
  /** The token that the browser received for the first factor. */
  readonly pendingToken: string | undefined;
  readonly given: SecondFactor;
  readonly device: Device;
  readonly origin: SecurityEventOrigin;
}

const expired = (): DomainError => new DomainError("not_signed_in", MESSAGES.signInExpired);

/** Opens the session once the second factor is right. Returns its token. */
export const finishSignIn = async (
  deps: AuthDeps,
  { pendingToken, given, device, origin }: Completion,
): Promise<string> => {
  const { db } = deps;
  const now = deps.clock();
  if (pendingToken === undefined) throw expired();
  const tokenHash = hashToken(pendingToken);
  const userId = await takePendingTry(db, tokenHash, now);
  const user = userId === undefined ? undefined : await findUserById(db, userId);
  if (!user?.isEnabled) throw expired();
  const attempt = { who: { userId: user.id }, method: methodOf(given), origin };
  const { token } = await noteSignIn(deps, attempt, async () => {
    if (!(await spendSecondFactor(deps, user.id, given)))
      throw new DomainError("not_signed_in", MESSAGES.wrongSecondFactor);
    return db.transaction().execute(async (tx) => {
      const provider = await findProviderOfPending(tx, tokenHash);
      const begun = await deletePendingSignIn(tx, tokenHash);
      if (!begun) throw expired();
      return { token: await openSession(tx, user.id, { ...device, ...begun, provider }, now), secondFactors: [] };
    });
  });
  return token;
};
