import type { TrainingOrder } from "@dailies/formats/mds/training-order";
import type { Clock } from "../../platform/clock.ts";
import type { Db } from "../../platform/database.ts";
import type { WeighedCache } from "../../platform/weighed-cache.ts";
import type { Places } from "../storage/index.ts";
import type { HandleRecord } from "./handle.store.ts";
import type { OpenSets } from "./sets/open-sets.ts";

/** Where a registered dataset lies. */
export interface DatasetPlace {
  readonly uri: string;
  readonly profileId: string;
}

export interface ViewerDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly places: Places;
  readonly sets: OpenSets;
  readonly orders: WeighedCache<TrainingOrder>;
  /** Handles that were somebody's a moment ago. */
  readonly confirmed: WeighedCache<{ readonly handle: HandleRecord; readonly atMs: number }>;
  readonly findDatasetPlace: (db: Db, datasetId: string) => Promise<DatasetPlace | undefined>;
}
