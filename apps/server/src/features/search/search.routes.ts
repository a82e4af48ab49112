// Search by name over everything the caller may list, for the command palette (⌘K).
// Not in the product's specification; the access rules are those of the lists.
import type { searchRoutes } from "@dailies/contract";
import type { Handlers } from "../../http/routing/register-routes.ts";
import { type SearchDeps, searchEverything } from "./search-everything.ts";

export const searchHandlers = (deps: SearchDeps): Handlers<typeof searchRoutes> => ({
  search: async ({ actor, query }) => ({ items: [...(await searchEverything(deps, actor, query.q))] }),
});
