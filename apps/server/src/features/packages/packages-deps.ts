import type { Clock } from "../../platform/clock.ts";
import type { Db } from "../../platform/db/database.ts";
import type { BucketStorage } from "../../platform/s3/object-storage.ts";
import type { ItemsDeps } from "../datasets/index.ts";

export interface PackagesDeps {
  readonly db: Db;
  readonly clock: Clock;
  /** For the items of dataset views. */
  readonly items: ItemsDeps;
  /** The console's datasets bucket, for writes below `packages/`. */
  readonly storage: BucketStorage;
}
