import type { Connection, Session, Table } from "@lancedb/lancedb";
import type { Schema } from "apache-arrow";
import type { CatalogueStore } from "./catalogue/catalogue-store.ts";
import type { ItemTableRef } from "./item-table-ref.ts";

export interface ItemTables {
  /** Pinned and read-only, for the check before the version is published. Other processes read published versions. */
  readonly openAt: (ref: ItemTableRef) => Promise<Table>;
  /** The newest version, for writing. Creates the table if it does not exist. */
  readonly openForWrite: (datasetId: string, tableName: string, schema: Schema) => Promise<Table>;
  readonly drop: (datasetId: string, tableName: string) => Promise<void>;
}

const INDEX_CACHE_BYTES = 128n * 1024n ** 2n;
const METADATA_CACHE_BYTES = 128n * 1024n ** 2n;

/** Row `n` of a finished table is the item with ordinal `n`; this is verified before a version is published. */
export const createItemTables = (store: CatalogueStore): ItemTables => {
  let session: Promise<Session> | undefined;

  const connectTo = async (datasetId: string): Promise<Connection> => {
    const { connect, Session } = await import("@lancedb/lancedb");
    session ??= Promise.resolve(new Session(INDEX_CACHE_BYTES, METADATA_CACHE_BYTES));
    // Zero: a writer must see what another one has just committed.
    const options = { readConsistencyInterval: 0, storageOptions: store.storageOptions };
    return connect(store.folderUri(datasetId), options, await session);
  };
  return {
    openAt: async ({ datasetId, tableName, tableVersion }) =>
      (await connectTo(datasetId)).openTable(tableName, [], { version: tableVersion }),
    openForWrite: async (datasetId, tableName, schema) => {
      const database = await connectTo(datasetId);
      return database.createEmptyTable(tableName, schema, { mode: "create", existOk: true });
    },
    drop: async (datasetId, tableName) => (await connectTo(datasetId)).dropTable(tableName),
  };
};
