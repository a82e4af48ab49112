import type { Clock } from "../../platform/clock.ts";
import type { Db } from "../../platform/db/database.ts";
import type { ObjectStorage } from "../../platform/s3/object-storage.ts";
import type { BenchmarksDeps } from "../benchmarks/index.ts";

export interface ContentDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly storage: ObjectStorage;
  /** What the rules of benchmarks need, for rows that are made from favourites. */
  readonly benchmarks: BenchmarksDeps;
}
