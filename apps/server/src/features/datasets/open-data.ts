import type { ObjectStorage } from "../../platform/s3/object-storage.ts";
import { type OpenedStorage, openStorage } from "../storage/index.ts";
import { createCatalogueStore } from "./catalogue/catalogue-store.ts";
import type { DatasetsDeps } from "./datasets-deps.ts";
import { createItemTables } from "./item-table.ts";

/** What every process that looks at datasets holds open. */
export interface OpenedData extends DatasetsDeps {
  /** Profiles, their keys and the way to them. */
  readonly stores: OpenedStorage;
  readonly close: () => Promise<void>;
}

type OpenDataOptions = Parameters<typeof openStorage>[0] & {
  /** The console's own storage; whoever opened it closes it. */
  readonly storage: Pick<ObjectStorage, "inBucket">;
};

/** Connects to nothing before somebody reads. */
export const openData = (options: OpenDataOptions): OpenedData => {
  const { db, clock, own } = options;
  const stores = openStorage(options);
  const catalogue = createCatalogueStore(own, own.datasetsBucket);
  const itemTables = createItemTables(catalogue);
  return {
    db,
    clock,
    bucketReaders: stores.bucketReaders,
    catalogue,
    itemTables,
    storage: options.storage.inBucket(own.datasetsBucket),
    stores,
    close: async () => {
      stores.close();
      itemTables.close();
    },
  };
};
