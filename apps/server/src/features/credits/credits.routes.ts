// Credits of end users, their payments and subscriptions. Implements "Platform administration".
// Split into reads and changes.
import type { creditsRoutes } from "@dailies/contract";
import type { Handlers } from "../../http/routing/register-routes.ts";
import { changingHandlers } from "./changing.routes.ts";
import type { CreditsDeps } from "./credits-deps.ts";
import { readingHandlers } from "./reading.routes.ts";

export const creditsHandlers = (deps: CreditsDeps): Handlers<typeof creditsRoutes> => ({
  ...readingHandlers(deps),
  ...changingHandlers(deps),
});
