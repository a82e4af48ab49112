import type { Clock } from "../../platform/clock.ts";
import type { Db } from "../../platform/db/database.ts";
import type { BucketStorage } from "../../platform/s3/object-storage.ts";
import type { OpenedClusters } from "../clusters/index.ts";
import type { DatasetsDeps, ItemsDeps, Replicas } from "../datasets/index.ts";
import type { OpenedStorage } from "../storage/index.ts";

/** Of the API. */
export interface ProcessingDeps {
  readonly db: Db;
  /** For the items of dataset views. */
  readonly items: ItemsDeps;
  /** The console's datasets bucket. */
  readonly storage: Pick<BucketStorage, "bucket">;
}

/** Of the worker. */
export interface ProcessingRunDeps extends DatasetsDeps {
  readonly clock: Clock;
  readonly replicas: Replicas;
  readonly stores: OpenedStorage;
  /** Clients of clusters that may take as long as a submission does. */
  readonly clusters: OpenedClusters;
  /** How often a job is looked at: at first, and when nothing happens for long. */
  readonly lookMs?: { readonly first: number; readonly most: number };
}
