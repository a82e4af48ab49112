import type { Authenticator } from "../../http/security/authenticate.ts";
import { authHandlers } from "./auth.routes.ts";
import type { AuthDeps } from "./auth-deps.ts";
import { passkeysHandlers } from "./passkeys/passkeys.routes.ts";
import { secondFactorsHandlers } from "./second-factors/second-factors.routes.ts";

/** The handlers of all route tables of this feature. */
export const signInHandlers = (deps: AuthDeps, authenticator: Authenticator) => ({
  auth: authHandlers(deps, authenticator),
  passkeys: passkeysHandlers(deps, authenticator),
  secondFactors: secondFactorsHandlers(deps, authenticator),
});
