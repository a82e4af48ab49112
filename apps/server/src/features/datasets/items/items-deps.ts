import type { Clock } from "../../../platform/clock.ts";
import type { Db } from "../../../platform/db/database.ts";
import type { Log } from "../../../platform/observability/log.ts";
import type { BucketStorage } from "../../../platform/s3/object-storage.ts";
import type { BucketReaders } from "../../storage/index.ts";
import type { CatalogueStore } from "../catalogue/catalogue-store.ts";
import type { FullFacets } from "./aggregates/full-facets.ts";
import type { Replicas } from "./replica/replica.ts";
import type { RowLists } from "./rows/row-lists.ts";
import type { ItemTableReader } from "./tables/item-table-reader.ts";

export interface ItemsDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly log: Log;
  readonly tableReader: ItemTableReader;
  readonly catalogue: CatalogueStore;
  /** The console's own bucket, for posters and exported files. */
  readonly datasetsStorage: BucketStorage;
  readonly bucketReaders: BucketReaders;
  readonly replicas: Replicas;
  readonly rowLists: RowLists;
  readonly fullFacets: FullFacets;
}
