import type { Clock } from "../../platform/clock.ts";
import type { Db } from "../../platform/db/database.ts";
import type { BucketStorage } from "../../platform/s3/object-storage.ts";
import type { ItemsDeps } from "../datasets/index.ts";

export interface LabellingDeps {
  readonly db: Db;
  readonly clock: Clock;
  /** For the clips of dataset items. */
  readonly items: ItemsDeps;
  /** The console's datasets bucket, for exported files. */
  readonly storage: BucketStorage;
}
