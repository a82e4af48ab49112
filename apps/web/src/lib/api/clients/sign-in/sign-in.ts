import { authCalls } from "../auth.ts";
import { signOnCalls } from "./sign-on.ts";

/** Everything that the login page asks the server, loaded as one. */
export const signInCalls = { ...authCalls, ...signOnCalls };
