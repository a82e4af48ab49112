import type { Actor } from "../../actor.ts";
import type { Db } from "../../platform/db/database.ts";
import type { DescribeDeps } from "./jobs/describe-jobs.ts";

export interface JobsDeps extends DescribeDeps {
  /** SHA-256 in hex of those of these assets that are ready and that the caller may read. */
  readonly readableHashes: (db: Db, actor: Actor, assetIds: readonly string[]) => Promise<ReadonlyMap<string, string>>;
}
