import type { Clock } from "../../platform/clock.ts";
import type { Db } from "../../platform/db/database.ts";
import type { ObjectStorage } from "../../platform/s3/object-storage.ts";
import type { BenchmarksDeps } from "../benchmarks/index.ts";

export interface ContentDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly storage: ObjectStorage;
  /** Dependencies of the benchmark use cases, for rows made from favourites. */
  readonly benchmarks: BenchmarksDeps;
}
