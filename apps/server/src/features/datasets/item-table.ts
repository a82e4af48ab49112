import type { Connection, Session, Table } from "@lancedb/lancedb";
import type { Schema } from "apache-arrow";
import type { CatalogueStore } from "./catalogue/catalogue-store.ts";

/** One state of one table: it never changes, whoever writes meanwhile. */
export interface ItemTableRef {
  readonly datasetId: string;
  readonly tableName: string;
  readonly tableVersion: number;
}

export interface ItemTables {
  /** Pinned and read-only; handles are kept and shared, so nobody checks out another version or closes one. */
  readonly openAt: (ref: ItemTableRef) => Promise<Table>;
  /** The newest state, to write to. Made when it is not there yet. */
  readonly openForWrite: (datasetId: string, tableName: string, schema: Schema) => Promise<Table>;
  readonly drop: (datasetId: string, tableName: string) => Promise<void>;
  readonly close: () => void;
}

const MAX_OPEN = 32;
const INDEX_CACHE_BYTES = 128n * 1024n ** 2n;
const METADATA_CACHE_BYTES = 128n * 1024n ** 2n;

/** Row `n` of a finished table is the item with ordinal `n`: it is checked before a version is made of it. */
export const createItemTables = (store: CatalogueStore): ItemTables => {
  const open = new Map<string, Promise<Table>>();
  let session: Promise<Session> | undefined;

  const connectTo = async (datasetId: string): Promise<Connection> => {
    const { connect, Session } = await import("@lancedb/lancedb");
    session ??= Promise.resolve(new Session(INDEX_CACHE_BYTES, METADATA_CACHE_BYTES));
    // Zero: a writer has to see what another one has committed a moment ago.
    const options = { readConsistencyInterval: 0, storageOptions: store.storageOptions };
    return connect(store.folderUri(datasetId), options, await session);
  };
  const openPinned = async ({ datasetId, tableName, tableVersion }: ItemTableRef): Promise<Table> =>
    (await connectTo(datasetId)).openTable(tableName, [], { version: tableVersion });

  return {
    openAt: (ref) => {
      const name = `${ref.datasetId}/${ref.tableName}/${ref.tableVersion}`;
      const table = open.get(name) ?? openPinned(ref);
      open.delete(name);
      open.set(name, table);
      // One that failed is tried again by the next who asks.
      table.catch(() => open.delete(name));
      for (const oldest of open.keys()) if (open.size > MAX_OPEN) open.delete(oldest);
      return table;
    },
    openForWrite: async (datasetId, tableName, schema) => {
      const database = await connectTo(datasetId);
      return database.createEmptyTable(tableName, schema, { mode: "create", existOk: true });
    },
    drop: async (datasetId, tableName) => (await connectTo(datasetId)).dropTable(tableName),
    close: () => open.clear(),
  };
};
