import type { DatasetColumn } from "@dailies/contract";
import type { Clock } from "../../../../platform/clock.ts";
import type { Log } from "../../../../platform/observability/log.ts";
import type { BucketStorage } from "../../../../platform/s3/object-storage.ts";
import type { ItemQueries } from "../item-queries.ts";
import type { ItemTableReader } from "../tables/item-table-reader.ts";
import type { ReplicaEngine } from "./engine/replica-engine.ts";
import type { ReplicaColumn, ReplicaStats } from "./replica-columns.ts";

/** A Parquet file with an ordinal, a key, and then these columns. */
export interface ColumnSetFile {
  readonly id: string;
  readonly objectKey: string;
  readonly sha256: string;
  readonly columns: readonly DatasetColumn[];
}

/** One version of a dataset, as stored in its row. */
export interface ReplicaSource {
  readonly datasetId: string;
  readonly version: number;
  readonly tableName: string;
  readonly tableVersion: number;
  readonly items: number;
  /** Those of the item table, then those of its column sets. */
  readonly columns: readonly DatasetColumn[];
  readonly columnSets: readonly ColumnSetFile[];
}

/** A column set as statements join it to the items. */
export interface JoinedColumnSet {
  /** The alias of its table and the first part of its column ids, generated from its id. */
  readonly alias: string;
  /** The name of the attached database. */
  readonly name: string;
  /** Items that it has. */
  readonly rows: number;
  readonly columns: readonly MeasuredColumn[];
}

/** A queryable copy of the scalar columns of one version, or of its first rows. */
export interface Replica {
  /** The name of the attached database, the prefix of its tables in SQL. */
  readonly name: string;
  readonly key: string;
  readonly rows: number;
  /** False while only the first rows are available. */
  readonly isWhole: boolean;
  /** Columns of the items and of the sets. */
  readonly byName: ReadonlyMap<string, MeasuredColumn>;
  readonly sets: readonly JoinedColumnSet[];
}

export interface MeasuredColumn extends ReplicaColumn {
  readonly stats: ReplicaStats;
}

export interface ReplicasOptions {
  readonly folder: string;
  readonly limitBytes: number;
  readonly memoryBytes: number;
  readonly threads: number;
  readonly tableReader: ItemTableReader;
  readonly queries: ItemQueries;
  /** The console's datasets bucket, for column sets. */
  readonly storage: Pick<BucketStorage, "getObject">;
  readonly clock: Clock;
  readonly log: Log;
  /** Tables up to this many rows are copied inline; larger ones in a child process, while their first rows serve queries. */
  readonly inlineRows?: number;
}

export interface Replicas {
  readonly engine: () => Promise<ReplicaEngine>;
  /** Returns the whole replica if it is attached, without column sets; builds nothing. */
  readonly peek: (source: ReplicaSource) => Replica | undefined;
  /** Waits briefly for the whole replica; may return one of the first rows only. */
  readonly open: (source: ReplicaSource, signal: AbortSignal) => Promise<Replica>;
  /** Waits until the whole replica is built. */
  readonly openWhole: (source: ReplicaSource, signal: AbortSignal) => Promise<Replica>;
  /** The column sets alone, for items that are not read from a replica. */
  readonly openSets: (source: ReplicaSource) => Promise<Pick<Replica, "sets" | "byName">>;
  readonly close: () => Promise<void>;
}
