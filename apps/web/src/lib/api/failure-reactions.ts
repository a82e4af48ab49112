import { isSecondFactorNeeded, isSignedOut } from "./api-error.ts";

export interface FailureReactions {
  goToLogin: () => void;
  askForSecondFactor: () => void;
  showFailure: (error: unknown) => void;
}

let current: FailureReactions | undefined;

/** Called by the frame, which owns the toasts. */
export const setFailureReactions = (reactions: FailureReactions): void => {
  current = reactions;
};

/**
 * The single place where errors reach the user: a redirect to the login on 401, the set-up of a
 * second factor where one is required, otherwise one toast. Calls come here through
 * the query client; downloads, media and the event stream come here by themselves.
 */
export const reactToFailure = (error: unknown, { isSilent = false } = {}): void => {
  if (isSignedOut(error)) current?.goToLogin();
  else if (isSecondFactorNeeded(error)) current?.askForSecondFactor();
  else if (!isSilent) current?.showFailure(error);
};
