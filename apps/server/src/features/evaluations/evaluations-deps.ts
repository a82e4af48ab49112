import type { Clock } from "../../platform/clock.ts";
import type { Db, Tx } from "../../platform/db/database.ts";
import type { ObjectStorage } from "../../platform/s3/object-storage.ts";

interface BoardToKeep {
  readonly taskId: string;
  readonly reason: string;
  readonly by: string;
  readonly requestId: string;
}

/** Hooks of other features for the start and end of an evaluation; each runs inside that transaction. */
export interface EvaluationEffects {
  readonly prepareClips: (tx: Tx, input: { readonly taskId: string; readonly requestId: string }) => Promise<void>;
  readonly snapshotBoard: (tx: Tx, board: BoardToKeep) => Promise<void>;
}

export interface EvaluationsDeps extends EvaluationEffects {
  readonly db: Db;
  readonly clock: Clock;
  readonly storage: ObjectStorage;
}
