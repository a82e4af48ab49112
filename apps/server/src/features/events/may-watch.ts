import { type Access, allows, eventsRoutes } from "@dailies/contract";
import type { Actor } from "../../actor.ts";
import { needsClusters, needsDatasets, needsJobs, needsTasks, taskOf } from "./event.rules.ts";

const JOB_OWNERS: Access = { any: ["internal", "USE_VERSION_1_0", "PERFORMER_PLAYGROUND"] };

/** Users without access to tasks or datasets must not learn that one exists. */
export const mayWatch = (actor: Actor, topics: readonly string[]): boolean =>
  allows(actor, eventsRoutes.watchEvents.access) &&
  (allows(actor, JOB_OWNERS) || !topics.some(needsJobs)) &&
  (actor.permissions.has("USE_VERSION_1_0") || !topics.some(needsTasks)) &&
  (allows(actor, "internal") || !topics.some((topic) => needsDatasets(topic) || needsClusters(topic)));

/** A rater watches everything but the tasks that they judge; other topics of the same connection go on. */
export const withoutBlinded = (topics: readonly string[], blinded: ReadonlySet<string> | undefined): string[] =>
  topics.filter((topic) => !blinded?.has(taskOf(topic) ?? ""));
