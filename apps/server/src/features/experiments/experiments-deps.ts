import type { Clock } from "../../platform/clock.ts";
import type { Db } from "../../platform/db/database.ts";
import type { AssetsDeps } from "../assets/index.ts";
import type { RunSourcesDeps } from "./sources/run-sources-deps.ts";

export interface ExperimentsDeps {
  readonly db: Db;
  readonly clock: Clock;
  /** For the clips of samples. */
  readonly assets: AssetsDeps;
  /** For the points of runs that were copied from a source. */
  readonly sources: RunSourcesDeps;
}
