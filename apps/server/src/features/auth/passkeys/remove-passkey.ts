import { MESSAGES } from "@dailies/contract";
import { DomainError } from "../../../errors.ts";
import type { AuthDeps } from "../auth-deps.ts";
import { type FactorContext, noteFactorChange } from "../second-factors/note-factor-change.ts";
import { deleteUnusedRecoveryCodes } from "../second-factors/second-factor.store.ts";
import { type SecondFactor, spendSecondFactor } from "../second-factors/spend-second-factor.ts";
import { deleteOtherSessions } from "../sessions/session.store.ts";
import { deletePasskey, listPasskeys } from "./passkey.store.ts";

export const noSuchPasskey = (): DomainError => new DomainError("not_found", "this passkey does not exist any more");

/** Asks for any second factor: whoever has only the password and the mailbox cannot remove a passkey. */
export const removePasskey = async (
  deps: AuthDeps,
  context: FactorContext,
  { id, proof }: { id: string; proof: SecondFactor },
): Promise<void> => {
  const { userId, sessionId } = context.actor;
  const own = await listPasskeys(deps.db, userId);
  if (!own.some((passkey) => passkey.id === id)) throw noSuchPasskey();
  if (!(await spendSecondFactor(deps, userId, proof))) throw new DomainError("not_allowed", MESSAGES.wrongSecondFactor);
  await deps.db.transaction().execute(async (tx) => {
    const name = await deletePasskey(tx, userId, id);
    if (name === undefined) throw noSuchPasskey();
    await deleteUnusedRecoveryCodes(tx, userId);
    await deleteOtherSessions(tx, userId, sessionId);
    await noteFactorChange(tx, deps, { context, method: "passkey", change: "removed", name });
  });
};
