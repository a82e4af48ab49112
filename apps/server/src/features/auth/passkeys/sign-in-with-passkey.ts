import { DomainError } from "../../../errors.ts";
import type { AuthDeps } from "../auth-deps.ts";
import { noteSignIn } from "../note-sign-in.ts";
import { type Device, openSession } from "../sessions/open-session.ts";
import { spendSignInAttempt } from "../sign-in-attempt.ts";
import { findPasskey } from "./passkey.store.ts";
import { type PasskeyAnswer, verifyPasskey } from "./verify-passkey.ts";

interface PasskeySignIn {
  readonly answer: PasskeyAnswer;
  readonly device: Device;
  /** The device cookie of the browser. */
  readonly browser: string | undefined;
}

const refused = (): DomainError =>
  new DomainError("not_signed_in", "this passkey is not known here, or it took too long: please try again");

/** Opens a session at once: the device has verified its user, which makes two factors. Returns the token. */
export const signInWithPasskey = async (
  deps: AuthDeps,
  { answer, device, browser }: PasskeySignIn,
): Promise<string> => {
  const { id } = answer.assertion;
  const owner = await findPasskey(deps.db, Buffer.from(id, "base64url"));
  const who = { typed: id, userId: owner?.user_id };
  const { token } = await noteSignIn(deps, { who, method: "passkey", origin: answer.origin }, async () => {
    const attempt = { method: "passkey", named: id, userId: owner?.user_id, network: device.network, browser } as const;
    const forgive = await spendSignInAttempt(deps, attempt);
    const userId = await verifyPasskey(deps, { purpose: "sign_in" }, answer);
    if (userId === undefined) throw refused();
    return deps.db.transaction().execute(async (tx) => {
      await forgive(tx);
      return { token: await openSession(tx, userId, device, deps.clock()), secondFactors: [] };
    });
  });
  return token;
};
