import type { CreateTaskBody, TaskKind } from "@dailies/contract";
import type { Actor } from "../../actor.ts";
import type { Clock } from "../../platform/clock.ts";
import type { Db, Tx } from "../../platform/db/database.ts";
import type { OperationBy } from "../operation-log/index.ts";
import type { TaskRecord } from "./task.store.ts";

/** Who acts, in which request, and when. */
export interface TaskBy {
  readonly actor: Actor;
  readonly requestId: string;
  readonly at: Date;
}

export const toOperationBy = ({ actor, requestId, at }: TaskBy): OperationBy => ({
  userName: actor.username,
  requestId,
  at,
});

/** What a kind of task adds to the acts that all kinds share; each is called inside the transaction of the act. */
export interface TaskKindActs {
  readonly create?: (tx: Tx, by: TaskBy, task: NewlyMade, body: CreateTaskBody) => Promise<void>;
  readonly duplicate?: (tx: Tx, by: TaskBy, from: TaskRecord, to: NewlyMade) => Promise<void>;
  /** Ends what still runs; what succeeded stays as it is. */
  readonly stop?: (tx: Tx, by: TaskBy, task: TaskRecord) => Promise<void>;
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
