import type { CreateTaskBody, TaskKind } from "@dailies/contract";
import type { Clock } from "../../platform/clock.ts";
import type { Db, Tx } from "../../platform/db/database.ts";
import type { RequestContext } from "../../request-context.ts";
import type { TaskRecord } from "./task.store.ts";

/** What a kind of task adds to the acts that all kinds share; each is called inside the transaction of the act. */
export interface TaskKindActs {
  readonly create?: (tx: Tx, context: RequestContext, task: NewlyMade, body: CreateTaskBody) => Promise<void>;
  readonly duplicate?: (tx: Tx, context: RequestContext, from: TaskRecord, to: NewlyMade) => Promise<void>;
  /** Ends what still runs; what succeeded stays as it is. */
  readonly stop?: (tx: Tx, context: RequestContext, task: TaskRecord) => Promise<void>;
}

export interface NewlyMade {
  readonly id: string;
}

export interface TasksDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly kinds: Readonly<Record<TaskKind, TaskKindActs>>;
  /** Whether somebody has judged what the task made: then it is archived and never deleted. */
  readonly hasJudgements: (db: Db, taskId: string) => Promise<boolean>;
  /** Watchers are told once the transaction commits. */
  readonly announceTask: (tx: Tx, taskId: string) => Promise<void>;
}
