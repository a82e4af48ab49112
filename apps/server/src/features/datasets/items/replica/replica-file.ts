import { rm } from "node:fs/promises";
import type { ReplicaColumn, ReplicaStats } from "./replica-columns.ts";

/** Changed whenever what is written changes: a copy of another form is made anew. */
export const REPLICA_FORMAT = 1;

/** What a copy says of itself. */
export interface ReplicaAbout {
  readonly format: number;
  readonly rows: number;
  readonly columns: readonly ReplicaColumn[];
  /** In the order of the columns, then of those that are derived from them. */
  readonly stats: readonly ReplicaStats[];
}

/** What every DuckDB of ours may do: compute, on its own files. */
export const SEALED_OPTIONS: Readonly<Record<string, string>> = {
  autoinstall_known_extensions: "false",
  autoload_known_extensions: "false",
  allow_community_extensions: "false",
};

/** It takes more room than all copies together may. */
export class ReplicaTooLarge extends Error {}

/** The file is no copy, a broken one, or one of another form. */
export class UnreadableReplica extends Error {}

export const removeReplica = async (path: string): Promise<void> => {
  await rm(path, { force: true });
  await rm(`${path}.wal`, { force: true });
};
