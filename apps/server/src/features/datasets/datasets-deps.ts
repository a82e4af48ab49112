import type { Clock } from "../../platform/clock.ts";
import type { Db } from "../../platform/db/database.ts";
import type { BucketStorage } from "../../platform/s3/object-storage.ts";
import type { BucketReaders } from "../storage/index.ts";
import type { CatalogueStore } from "./catalogue/catalogue-store.ts";
import type { ItemQueries } from "./items/item-queries.ts";
import type { ItemTableReader } from "./items/tables/item-table-reader.ts";

export interface DatasetsDeps {
  readonly db: Db;
  readonly clock: Clock;
  /** The only access to external buckets. */
  readonly bucketReaders: BucketReaders;
  /** Where the console stores its own data about each dataset. */
  readonly catalogue: CatalogueStore;
  /** The processes that search and read items. */
  readonly queries: ItemQueries;
  readonly tableReader: ItemTableReader;
  /** The console's datasets bucket, for writes below `catalogue/`. */
  readonly storage: BucketStorage;
}
