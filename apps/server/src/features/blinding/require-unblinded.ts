import type { Actor } from "../../actor.ts";
import { DomainError } from "../../errors.ts";
import type { Db } from "../../platform/db/database.ts";
import { listBlindedAssets, listBlindedTasks, listBlindedTasksByUser, recordViewer } from "./blinding.store.ts";

type Reader = Pick<Actor, "userId">;

const refusal = (): DomainError =>
  new DomainError(
    "not_allowed",
    "you judge clips of this task, so its models, grid, jobs and results are hidden from you until judging is finished",
  );

/**
 * Every call that shows labels, clips, jobs, judgements or results of a task starts here. Refuses raters of an open judging,
 * whatever permissions they hold, and records everybody else as a viewer, whose later judgements are not blind.
 */
export const requireUnblinded = async (db: Db, { userId }: Reader, ...taskIds: string[]): Promise<void> => {
  if ((await recordViewer(db, userId, taskIds)).length > 0) throw refusal();
};

/** For calls that address clips by their assets. */
export const requireUnblindedAssets = async (db: Db, { userId }: Reader, ...assetIds: string[]): Promise<void> => {
  if ((await listBlindedAssets(db, userId, assetIds)).size > 0) throw refusal();
};

export const isBlinded = async (db: Db, { userId }: Reader, taskId: string): Promise<boolean> =>
  (await listBlindedTasks(db, userId, [taskId])).has(taskId);

/** For reads that cannot leave anything out: refused while the user judges any task. */
export const requireNothingBlinded = async (db: Db, { userId }: Reader): Promise<void> => {
  if ((await listBlindedTasksByUser(db, [userId])).size === 0) return;
  throw new DomainError(
    "not_allowed",
    "you judge a task, and this would show its models: wait until judging is finished, or ask another administrator",
  );
};
