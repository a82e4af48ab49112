import type { LanceManifest } from "@dailies/formats/lance/read-manifest";
import type { Table } from "@lancedb/lancedb";
import { type BucketReader, isWideType, openLanceTable } from "../../../storage/index.ts";

interface LanceRow {
  readonly values: Readonly<Record<string, unknown>>;
  /** Binary columns that were not requested. */
  readonly unread: ReadonlySet<string>;
}

export interface LanceRows {
  /** A row without binary values, or the one requested column whatever it holds. */
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

/** Reads rows by position through the library; opens it on first use, at the version whose manifest was checked. */
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
      // The library cannot return a row without naming at least one column.
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
