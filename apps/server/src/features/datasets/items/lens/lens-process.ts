import { setPriority } from "node:os";
import { connect } from "@lancedb/lancedb";
import type { ItemTableRef } from "../../item-table.ts";
import { buildLens, type LensWish } from "./build-lens.store.ts";
import { type LensAbout, LensTooLarge } from "./lens-file.ts";

/** What the process that makes a copy is told. */
export interface LensOrder {
  readonly folderUri: string;
  readonly storageOptions: Record<string, string>;
  readonly table: Pick<ItemTableRef, "tableName" | "tableVersion">;
  readonly path: string;
  readonly wish: LensWish;
}

export type LensReport = { readonly about: LensAbout } | { readonly fault: string; readonly isTooLarge: boolean };

const BEHIND = 10;

/** Whoever waits for a page comes first, and what this takes of memory is given back when it ends. */
export const makeOrderedLens = async ({
  folderUri,
  storageOptions,
  table,
  path,
  wish,
}: LensOrder): Promise<LensReport> => {
  setPriority(BEHIND);
  try {
    const database = await connect(folderUri, { storageOptions });
    const opened = await database.openTable(table.tableName, [], { version: table.tableVersion });
    return { about: await buildLens(opened, path, wish) };
  } catch (error) {
    const fault = error instanceof Error ? (error.stack ?? error.message) : String(error);
    return { fault, isTooLarge: error instanceof LensTooLarge };
  }
};
