import { rm } from "node:fs/promises";
import type { DatasetColumn } from "@dailies/contract";
import type { ReplicaColumn, ReplicaStats } from "./replica-columns.ts";

/** Increment when the file content changes; replicas of another format version are rebuilt. */
export const REPLICA_FORMAT = 1;

/** The metadata stored in a replica. */
export interface ReplicaAbout {
  readonly format: number;
  readonly rows: number;
  readonly columns: readonly ReplicaColumn[];
  /** For the stored columns in order, then for the derived ones. */
  readonly stats: readonly ReplicaStats[];
}

export interface ReplicaInput {
  readonly columns: readonly DatasetColumn[];
  /** Set to copy only the first rows. */
  readonly maxRows?: number | undefined;
  /** The build is aborted above this size. */
  readonly maxBytes: number;
  readonly threads: number;
  readonly memoryBytes: number;
}

/** Restricts every DuckDB instance to computing on its own files. */
export const SEALED_OPTIONS: Readonly<Record<string, string>> = {
  autoinstall_known_extensions: "false",
  autoload_known_extensions: "false",
  allow_community_extensions: "false",
};

/** The replica is larger than the whole cache may be. */
export class ReplicaTooLarge extends Error {}

/** The file is not a replica, is corrupt, or has another format version. */
export class UnreadableReplica extends Error {}

/** The name of the error for a file that was removed while it was attached; its message is the name of the file. */
export const LOST_FILE = "LostReplicaFile";

export const removeReplica = async (path: string): Promise<void> => {
  await rm(path, { force: true });
  await rm(`${path}.wal`, { force: true });
};
