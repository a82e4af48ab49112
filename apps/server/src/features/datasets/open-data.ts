import type { ObjectStorage } from "../../platform/s3/object-storage.ts";
import { type OpenedStorage, openStorage } from "../storage/index.ts";
import { createCatalogueStore } from "./catalogue/catalogue-store.ts";
import type { DatasetsDeps } from "./datasets-deps.ts";
import { type ItemQueriesOptions, openItemQueries } from "./items/item-queries.ts";
import { createItemTableReader } from "./items/tables/item-table-reader.ts";

/** The shared dependencies of every process that reads datasets. */
export interface OpenedData extends DatasetsDeps {
  /** Storage profiles, their keys and clients. */
  readonly stores: OpenedStorage;
  readonly close: () => Promise<void>;
}

type OpenDataOptions = Parameters<typeof openStorage>[0] &
  ItemQueriesOptions & {
    /** The console's own storage; the caller that opened it closes it. */
    readonly storage: Pick<ObjectStorage, "inBucket">;
  };

/** Connects lazily, on the first read. */
export const openData = (options: OpenDataOptions): OpenedData => {
  const { db, clock, own } = options;
  const stores = openStorage(options);
  const catalogue = createCatalogueStore(own, own.datasetsBucket);
  const queries = openItemQueries(options);
  const tableReader = createItemTableReader({ catalogue, processes: queries.items, openOwn: stores.openOwn });
  return {
    db,
    clock,
    bucketReaders: stores.bucketReaders,
    catalogue,
    queries,
    tableReader,
    storage: options.storage.inBucket(own.datasetsBucket),
    stores,
    close: async () => {
      await stores.close();
      await queries.close();
    },
  };
};
