import { allows, eventsRoutes } from "@dailies/contract";
import type { Actor } from "../../actor.ts";
import { needsTasks } from "./event.rules.ts";

/** Users without access to tasks must not learn that one exists. */
export const mayWatch = (actor: Actor, topics: readonly string[]): boolean =>
  allows(actor, eventsRoutes.watchEvents.access) &&
  (actor.permissions.has("USE_VERSION_1_0") || !topics.some(needsTasks));
