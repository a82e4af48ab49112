import type { Clock } from "../../../platform/clock.ts";
import type { Db } from "../../../platform/db/database.ts";
import type { Log } from "../../../platform/observability/log.ts";
import type { BucketStorage } from "../../../platform/s3/object-storage.ts";
import { createMediaJail } from "../../../platform/sandbox/media-jail.ts";
import type { BucketReaders } from "../../storage/index.ts";
import type { CatalogueStore } from "../catalogue/catalogue-store.ts";
import type { ItemTables } from "../item-table.ts";
import { FullFacets } from "./aggregates/full-facets.ts";
import type { ItemsDeps } from "./items-deps.ts";
import { PictureQueue } from "./media/picture-queue.ts";
import { openReplicas } from "./replica/open-replicas.ts";
import { RowLists } from "./rows/row-lists.ts";

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
  readonly itemTables: ItemTables;
  readonly catalogue: CatalogueStore;
  /** The console's datasets bucket. */
  readonly storage: BucketStorage;
  readonly bucketReaders: BucketReaders;
  readonly replica: ReplicaConfig;
  readonly scratchRoot: string;
  /** Tables up to this many rows are copied inline; set by tests to get the behaviour of larger ones. */
  readonly inlineRows?: number;
}

export interface OpenedItems {
  readonly deps: ItemsDeps;
  readonly close: () => Promise<void>;
}

/** One picture at a time, because this process has other work. */
const JAIL_LIMITS = { running: 1, waiting: 4 };

/** Opens no file and starts nothing before the first query. */
export const openItems = ({ storage, replica, scratchRoot, inlineRows, ...rest }: OpenItemsOptions): OpenedItems => {
  const { folder, diskBytes, memoryBytes, listBytes, threads } = replica;
  const limits = {
    folder,
    limitBytes: diskBytes,
    memoryBytes,
    threads,
    ...(inlineRows !== undefined && { inlineRows }),
  };
  const replicas = openReplicas({ ...rest, ...limits });
  const jail = createMediaJail(JAIL_LIMITS);
  const base = {
    ...rest,
    datasetsStorage: storage,
    replicas,
    jail,
    scratchRoot,
    rowLists: new RowLists(replicas, listBytes),
    fullFacets: new FullFacets(replicas),
  };
  return { deps: { ...base, pictures: new PictureQueue(base) }, close: () => replicas.close() };
};
