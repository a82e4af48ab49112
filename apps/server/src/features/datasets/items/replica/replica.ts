import type { DatasetColumn } from "@dailies/contract";
import type { Clock } from "../../../../platform/clock.ts";
import type { Log } from "../../../../platform/observability/log.ts";
import type { CatalogueStore } from "../../catalogue/catalogue-store.ts";
import type { ItemTables } from "../../item-table.ts";
import type { ReplicaColumn, ReplicaStats } from "./replica-columns.ts";
import type { ReplicaEngine } from "./replica-engine.store.ts";

/** One version of a dataset, as its row says. */
export interface ReplicaSource {
  readonly datasetId: string;
  readonly version: number;
  readonly tableName: string;
  readonly tableVersion: number;
  readonly items: number;
  readonly columns: readonly DatasetColumn[];
}

/** A copy of the scalar columns of one version that can be asked, or of its beginning. */
export interface Replica {
  /** In front of its tables in a statement. */
  readonly name: string;
  readonly key: string;
  readonly rows: number;
  /** False while only the beginning is there. */
  readonly isWhole: boolean;
  readonly byName: ReadonlyMap<string, MeasuredColumn>;
}

export interface MeasuredColumn extends ReplicaColumn {
  readonly stats: ReplicaStats;
}

export interface ReplicasOptions {
  readonly folder: string;
  readonly limitBytes: number;
  readonly memoryBytes: number;
  readonly threads: number;
  readonly itemTables: ItemTables;
  readonly catalogue: CatalogueStore;
  readonly clock: Clock;
  readonly log: Log;
  /** Tables of so many rows are copied here and now; larger ones elsewhere, and their beginning answers meanwhile. */
  readonly inlineRows?: number;
}

export interface Replicas {
  readonly engine: () => Promise<ReplicaEngine>;
  /** The whole copy when it is at hand; nothing is made for the question. */
  readonly peek: (source: ReplicaSource) => Replica | undefined;
  /** Waits a little for the whole copy; what comes may be of the beginning only. */
  readonly open: (source: ReplicaSource, signal: AbortSignal) => Promise<Replica>;
  /** Waits as long as it takes. */
  readonly openWhole: (source: ReplicaSource, signal: AbortSignal) => Promise<Replica>;
  readonly close: () => Promise<void>;
}
