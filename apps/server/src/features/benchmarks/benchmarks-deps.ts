import type { Actor } from "../../actor.ts";
import type { Clock } from "../../platform/clock.ts";
import type { Db, Tx } from "../../platform/db/database.ts";
import type { RequestContext } from "../../request-context.ts";
import type { DescribeDeps } from "../generation/index.ts";
import type { TaskRecord } from "../tasks/index.ts";
import type { BenchmarkRecord } from "./benchmark.store.ts";

/** Notifies the evaluation of changes, in the transaction of each change. */
export interface BenchmarkJudging {
  readonly start: (
    tx: Tx,
    context: RequestContext,
    task: TaskRecord,
    chosen: { readonly templateId: string; readonly evaluation: BenchmarkRecord["evaluation"] },
  ) => Promise<{ readonly clips: number; readonly votesNeeded: number }>;
  readonly stop: (tx: Tx, taskId: string) => Promise<void>;
  readonly retireClip: (
    tx: Tx,
    taskId: string,
    cell: { readonly row: number; readonly columnId: string; readonly sample: number },
    at: Date,
  ) => Promise<void>;
}

export interface BenchmarksDeps extends DescribeDeps {
  readonly db: Db;
  readonly clock: Clock;
  /** SHA-256 in hex of the assets that are ready and readable by the caller. */
  readonly readableHashes: (db: Db, actor: Actor, assetIds: readonly string[]) => Promise<ReadonlyMap<string, string>>;
  readonly hasTemplate: (tx: Tx, templateId: string) => Promise<boolean>;
  readonly hasJudgements: (db: Db, taskId: string) => Promise<boolean>;
  readonly judging: BenchmarkJudging;
}
