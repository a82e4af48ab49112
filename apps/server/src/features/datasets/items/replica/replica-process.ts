import { setPriority } from "node:os";
import { connect } from "@lancedb/lancedb";
import type { ItemTableRef } from "../../item-table.ts";
import { buildReplica, type ReplicaInput } from "./build-replica.store.ts";
import { type ReplicaAbout, ReplicaTooLarge } from "./replica-file.ts";

/** What the process that makes a copy is told. */
export interface ReplicaOrder {
  readonly folderUri: string;
  readonly storageOptions: Record<string, string>;
  readonly table: Pick<ItemTableRef, "tableName" | "tableVersion">;
  readonly path: string;
  readonly input: ReplicaInput;
}

export type ReplicaReport = { readonly about: ReplicaAbout } | { readonly fault: string; readonly isTooLarge: boolean };

const BEHIND = 10;

/** Whoever waits for a page comes first, and what this takes of memory is given back when it ends. */
export const makeOrderedReplica = async ({
  folderUri,
  storageOptions,
  table,
  path,
  input,
}: ReplicaOrder): Promise<ReplicaReport> => {
  setPriority(BEHIND);
  try {
    const database = await connect(folderUri, { storageOptions });
    const opened = await database.openTable(table.tableName, [], { version: table.tableVersion });
    return { about: await buildReplica(opened, path, input) };
  } catch (error) {
    const fault = error instanceof Error ? (error.stack ?? error.message) : String(error);
    return { fault, isTooLarge: error instanceof ReplicaTooLarge };
  }
};
