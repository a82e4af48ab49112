// The demo of the first run: `./dev up` makes it through the API, and an administrator removes it here.
// The specification does not describe it.
import type { demoRoutes } from "@dailies/contract";
import type { Handlers } from "../../http/routing/register-routes.ts";
import { type DemoDeps, removeDemo } from "./remove-demo.ts";

export const demoHandlers = (deps: DemoDeps): Handlers<typeof demoRoutes> => ({
  async removeDemo({ context }) {
    const { tasks, datasets, performers, performersLeft } = await removeDemo(deps, context);
    return { tasks, datasets, performers, performers_left: performersLeft };
  },
});
