import type { TrainingOrder } from "@dailies/formats/mds/order/training-order";
import type { Clock } from "../../platform/clock.ts";
import type { LruByteCache } from "../../platform/concurrency/lru-byte-cache.ts";
import type { Db } from "../../platform/db/database.ts";
import type { BucketReaders } from "../storage/index.ts";
import type { HandleRecord } from "./handle.store.ts";
import type { OrderFiles } from "./order/order-files.ts";
import type { OpenSets } from "./sets/open-sets.ts";

export interface DatasetPlace {
  readonly uri: string;
  readonly profileId: string;
}

export interface ViewerDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly bucketReaders: BucketReaders;
  readonly sets: OpenSets;
  readonly orders: LruByteCache<TrainingOrder>;
  readonly orderFiles: OrderFiles;
  /** Cache of recently authorised handles. */
  readonly confirmed: LruByteCache<{ readonly handle: HandleRecord; readonly atMs: number }>;
  readonly findDatasetLocation: (db: Db, datasetId: string) => Promise<DatasetPlace | undefined>;
}
