import { setPriority } from "node:os";
import { connect } from "@lancedb/lancedb";
import type { ItemTableRef } from "../../item-table.ts";
import { buildReplica, type ReplicaInput } from "./build-replica.store.ts";
import { type ReplicaAbout, ReplicaTooLarge } from "./replica-file.ts";

/** The input of the process that builds a replica. */
export interface ReplicaOrder {
  readonly folderUri: string;
  readonly storageOptions: Record<string, string>;
  readonly table: Pick<ItemTableRef, "tableName" | "tableVersion">;
  readonly path: string;
  readonly input: ReplicaInput;
}

export type ReplicaReport = { readonly about: ReplicaAbout } | { readonly fault: string; readonly isTooLarge: boolean };

const BEHIND = 10;

/** Runs at low priority, so that page requests come first. Its memory is freed when the process exits. */
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
