import type { Actor } from "../../../actor.ts";
import type { Db } from "../../../platform/db/database.ts";
import { hasVisibleJob } from "./job.store.ts";

/** Users see their own jobs, with the playground all jobs, and with the v1.0 area those of tasks that they see. */
export const maySeeJob = async (db: Db, actor: Actor, jobIds: readonly string[]): Promise<boolean> =>
  actor.permissions.has("PERFORMER_PLAYGROUND") ||
  hasVisibleJob(db, jobIds, {
    userId: actor.userId,
    seesTasks: actor.permissions.has("USE_VERSION_1_0"),
    isExternal: actor.isExternal,
  });
