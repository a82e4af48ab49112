import type { Clock } from "../../platform/clock.ts";
import type { Db } from "../../platform/db/database.ts";
import type { BucketStorage } from "../../platform/s3/object-storage.ts";
import type { BucketReaders } from "../storage/index.ts";
import type { CatalogueStore } from "./catalogue/catalogue-store.ts";
import type { ItemTables } from "./item-table.ts";

export interface DatasetsDeps {
  readonly db: Db;
  readonly clock: Clock;
  /** The one door to the data of others. */
  readonly bucketReaders: BucketReaders;
  /** Where our own part of each dataset lies. */
  readonly catalogue: CatalogueStore;
  readonly itemTables: ItemTables;
  /** The console's datasets bucket, for writing below `catalogue/`. */
  readonly storage: BucketStorage;
}
