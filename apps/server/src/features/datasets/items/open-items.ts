import { join } from "node:path";
import type { Clock } from "../../../platform/clock.ts";
import type { Db } from "../../../platform/db/database.ts";
import type { Log } from "../../../platform/observability/log.ts";
import type { BucketStorage } from "../../../platform/s3/object-storage.ts";
import type { BucketReaders } from "../../storage/index.ts";
import type { CatalogueStore } from "../catalogue/catalogue-store.ts";
import { FullFacets } from "./aggregates/full-facets.ts";
import type { ItemQueries } from "./item-queries.ts";
import type { ItemsDeps } from "./items-deps.ts";
import { openReplicas } from "./replica/open-replicas.ts";
import type { Replicas } from "./replica/replica.ts";
import { RowLists } from "./rows/row-lists.ts";
import type { ItemTableReader } from "./tables/item-table-reader.ts";

export interface ReplicaConfig {
  /** On a local disk. */
  readonly folder: string;
  readonly diskBytes: number;
  readonly memoryBytes: number;
  readonly listBytes: number;
  readonly threads: number;
}

export interface OpenItemsOptions {
  readonly db: Db;
  readonly clock: Clock;
  readonly log: Log;
  readonly tableReader: ItemTableReader;
  readonly queries: ItemQueries;
  readonly catalogue: CatalogueStore;
  /** The console's datasets bucket. */
  readonly storage: BucketStorage;
  readonly bucketReaders: BucketReaders;
  readonly replica: ReplicaConfig;
  /** Tables up to this many rows are copied inline; set by tests to get the behaviour of larger ones. */
  readonly inlineRows?: number;
}

export interface OpenedItems {
  readonly deps: ItemsDeps;
  readonly close: () => Promise<void>;
}

/** The replicas of a worker, in a folder of their own: processes that evict from one folder delete each other's. */
export const openWorkerReplicas = ({
  replica: { folder, diskBytes, memoryBytes, threads },
  ...rest
}: Pick<OpenItemsOptions, "clock" | "log" | "tableReader" | "queries" | "storage" | "replica">): Replicas =>
  openReplicas({ ...rest, folder: join(folder, "worker"), limitBytes: diskBytes, memoryBytes, threads });

/** Opens no file and starts nothing before the first query. */
export const openItems = ({ storage, replica, inlineRows, ...rest }: OpenItemsOptions): OpenedItems => {
  const { folder, diskBytes, memoryBytes, listBytes, threads } = replica;
  const limits = {
    folder,
    limitBytes: diskBytes,
    memoryBytes,
    threads,
    ...(inlineRows !== undefined && { inlineRows }),
  };
  const replicas = openReplicas({ ...rest, ...limits, storage });
  const deps = {
    ...rest,
    datasetsStorage: storage,
    replicas,
    rowLists: new RowLists(replicas, listBytes),
    fullFacets: new FullFacets(replicas),
  };
  return { deps, close: () => replicas.close() };
};
