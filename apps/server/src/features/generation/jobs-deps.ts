import type { Actor } from "../../actor.ts";
import type { Db } from "../../platform/db/database.ts";
import type { DescribeDeps } from "./jobs/describe-jobs.ts";

export interface JobsDeps extends DescribeDeps {
  /** SHA-256 in hex of those assets that are ready and readable by the actor. */
  readonly readableHashes: (db: Db, actor: Actor, assetIds: readonly string[]) => Promise<ReadonlyMap<string, string>>;
}
