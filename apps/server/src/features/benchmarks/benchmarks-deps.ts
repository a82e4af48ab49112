import type { Actor } from "../../actor.ts";
import type { Clock } from "../../platform/clock.ts";
import type { Db } from "../../platform/database.ts";
import type { DescribeDeps } from "../generation/index.ts";

export interface BenchmarksDeps extends DescribeDeps {
  readonly db: Db;
  readonly clock: Clock;
  /** SHA-256 in hex of those of these assets that are ready and that the caller may read. */
  readonly readableHashes: (db: Db, actor: Actor, assetIds: readonly string[]) => Promise<ReadonlyMap<string, string>>;
  readonly hasTemplate: (db: Db, templateId: string) => Promise<boolean>;
  readonly hasJudgements: (db: Db, taskId: string) => Promise<boolean>;
}
