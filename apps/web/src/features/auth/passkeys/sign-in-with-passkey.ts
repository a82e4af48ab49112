import type { CurrentUser } from "@dailies/contract/auth/routes";
import { MESSAGES } from "@dailies/contract/messages";
import { ApiError } from "../../../lib/api/api-error.ts";
import { passkeyCalls } from "../../../lib/api/clients/sign-in/passkeys.ts";
import { answerChallenge, deviceFault } from "./ask-device.ts";

const finish = async (act: () => Promise<CurrentUser>): Promise<CurrentUser> => {
  try {
    return await act();
  } catch (error) {
    const isRefused = error instanceof ApiError && error.status === 401 && error.detail !== MESSAGES.signInExpired;
    throw isRefused ? deviceFault("unknown") : error;
  }
};

/** With nothing but the passkey. */
export const signInWithPasskey = async (): Promise<CurrentUser> => {
  const body = await answerChallenge(await passkeyCalls.startPasskeySignIn({}));
  return finish(() => passkeyCalls.signInWithPasskey({ body }));
};

/** After the password or the code. */
export const completeWithPasskey = async (): Promise<CurrentUser> => {
  const body = await answerChallenge(await passkeyCalls.startPasskeySecondStep({}));
  return finish(() => passkeyCalls.completeLoginWithPasskey({ body }));
};
