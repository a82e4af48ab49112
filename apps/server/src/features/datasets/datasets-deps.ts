import type { Clock } from "../../platform/clock.ts";
import type { Db } from "../../platform/db/database.ts";
import type { BucketStorage } from "../../platform/s3/object-storage.ts";
import type { BucketReaders } from "../storage/index.ts";
import type { CatalogueStore } from "./catalogue/catalogue-store.ts";
import type { ItemTables } from "./item-table.ts";

export interface DatasetsDeps {
  readonly db: Db;
  readonly clock: Clock;
  /** The only access to external buckets. */
  readonly bucketReaders: BucketReaders;
  /** Where the console stores its own data about each dataset. */
  readonly catalogue: CatalogueStore;
  readonly itemTables: ItemTables;
  /** The console's datasets bucket, for writes below `catalogue/`. */
  readonly storage: BucketStorage;
}
