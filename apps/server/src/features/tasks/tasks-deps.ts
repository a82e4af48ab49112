import type { CreateTaskBody, TaskKind } from "@dailies/contract";
import type { Clock } from "../../platform/clock.ts";
import type { Db, Tx } from "../../platform/db/database.ts";
import type { RequestContext } from "../../request-context.ts";
import type { TaskRecord } from "./task.store.ts";

/** Hooks of a task kind for the shared operations; each runs inside the operation's transaction. */
export interface TaskKindActs {
  readonly create?: (tx: Tx, context: RequestContext, task: NewlyMade, body: CreateTaskBody) => Promise<void>;
  readonly duplicate?: (tx: Tx, context: RequestContext, from: TaskRecord, to: NewlyMade) => Promise<void>;
  /** Cancels what still runs; keeps what succeeded. */
  readonly stop?: (tx: Tx, context: RequestContext, task: TaskRecord) => Promise<void>;
}

export interface NewlyMade {
  readonly id: string;
}

export interface TasksDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly kinds: Readonly<Record<TaskKind, TaskKindActs>>;
  /** Whether the output was judged: such a task can be archived but never deleted. */
  readonly hasJudgements: (db: Db, taskId: string) => Promise<boolean>;
  /** Watchers are notified on commit. */
  readonly announceTask: (tx: Tx, taskId: string) => Promise<void>;
}
