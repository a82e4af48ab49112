import { authCalls } from "./api/clients/auth.ts";
import { clearStored, readStored, removeStored, writeStored } from "./storage.ts";

/** Ends the session. Clears this browser in any case: without the server the session is ended once it can be reached. */
export const signOut = async (): Promise<void> => {
  try {
    await authCalls.logout({});
    clearStored();
  } catch (error) {
    clearStored();
    writeStored("signOutPending", "true");
    throw error;
  }
};

/** Before anything of a user is loaded or another user signs in: ends the session of somebody who has signed out. */
export const endPendingSession = async (): Promise<void> => {
  if (readStored("signOutPending") !== "true") return;
  await authCalls.logout({});
  removeStored("signOutPending");
};
