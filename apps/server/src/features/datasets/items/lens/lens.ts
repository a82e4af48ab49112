import type { DatasetColumn } from "@dailies/contract";
import type { Clock } from "../../../../platform/clock.ts";
import type { Log } from "../../../../platform/log.ts";
import type { CatalogueStore } from "../../catalogue-store.ts";
import type { ItemTables } from "../../item-table.ts";
import type { LensColumn, LensStats } from "./lens-columns.ts";
import type { LensEngine } from "./lens-engine.store.ts";

/** One version of a dataset, as its row says. */
export interface LensSource {
  readonly datasetId: string;
  readonly version: number;
  readonly tableName: string;
  readonly tableVersion: number;
  readonly items: number;
  readonly columns: readonly DatasetColumn[];
}

/** A copy of the scalar columns of one version that can be asked, or of its beginning. */
export interface Lens {
  /** In front of its tables in a statement. */
  readonly name: string;
  readonly key: string;
  readonly rows: number;
  /** False while only the beginning is there. */
  readonly isWhole: boolean;
  readonly byName: ReadonlyMap<string, MeasuredColumn>;
}

export interface MeasuredColumn extends LensColumn {
  readonly stats: LensStats;
}

export interface LensesOptions {
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

export interface Lenses {
  readonly engine: () => Promise<LensEngine>;
  /** The whole copy when it is at hand; nothing is made for the question. */
  readonly peek: (source: LensSource) => Lens | undefined;
  /** Waits a little for the whole copy; what comes may be of the beginning only. */
  readonly open: (source: LensSource, signal: AbortSignal) => Promise<Lens>;
  /** Waits as long as it takes. */
  readonly openWhole: (source: LensSource, signal: AbortSignal) => Promise<Lens>;
  readonly close: () => Promise<void>;
}
