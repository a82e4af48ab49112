import type { LanceManifest } from "@dailies/formats/lance/read-manifest";
import type { Table } from "@lancedb/lancedb";
import { type BucketReader, isWideType, openLanceTable } from "../../../storage/index.ts";

interface LanceRow {
  readonly values: Readonly<Record<string, unknown>>;
  /** Columns of bytes that nobody asked for. */
  readonly unread: ReadonlySet<string>;
}

export interface LanceRows {
  /** A row without its bytes, or the one column that is asked for, whatever it holds. */
  readonly read: (index: number, column?: string) => Promise<LanceRow | undefined>;
  readonly close: () => void;
}

interface OpenedTable {
  readonly table: Table;
  readonly narrow: readonly string[];
  readonly wide: ReadonlySet<string>;
}

const openColumns = async (table: Table): Promise<OpenedTable> => {
  const { fields } = await table.schema();
  const wide = new Set(fields.filter(({ type }) => isWideType(type)).map(({ name }) => name));
  return { table, wide, narrow: fields.map(({ name }) => name).filter((name) => !wide.has(name)) };
};

/** Rows by their places, through the library: opened on first use, at the version whose manifest was read. */
export const openLanceRows = (bucketReader: BucketReader, folder: string, manifest: LanceManifest): LanceRows => {
  let opened: Promise<OpenedTable> | undefined;
  const open = (): Promise<OpenedTable> => {
    opened ??= openLanceTable(bucketReader, folder, manifest)
      .then(openColumns)
      .catch((error: unknown) => {
        opened = undefined;
        throw error;
      });
    return opened;
  };
  return {
    read: async (index, column) => {
      const { table, narrow, wide } = await open();
      const names = column === undefined ? narrow : [column];
      const unread = column === undefined ? wide : new Set<string>();
      // The library cannot tell of a row without naming a column of it.
      if (names.length === 0) return index < manifest.rows ? { values: {}, unread } : undefined;
      const [row] = await table
        .takeOffsets([index])
        .select([...names])
        .toArray();
      return row === undefined ? undefined : { values: row.toJSON() as Record<string, unknown>, unread };
    },
    close: () => {
      opened = undefined;
    },
  };
};
