import { allows, eventsRoutes } from "@dailies/contract";
import type { Actor } from "../../actor.ts";
import { needsTasks } from "./event.rules.ts";

/** Who may not see tasks may not know of one either. */
export const mayWatch = (actor: Actor, topics: readonly string[]): boolean =>
  allows(actor, eventsRoutes.watchEvents.access) &&
  (actor.permissions.has("USE_VERSION_1_0") || !topics.some(needsTasks));
