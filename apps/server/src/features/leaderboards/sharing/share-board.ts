import { MAX_BOARD_SHARES } from "@dailies/contract";
import type { Actor } from "../../../actor.ts";
import { DomainError } from "../../../errors.ts";
import type { Db, Tx } from "../../../platform/db/database.ts";
import { auditActor, type RequestContext } from "../../../request-context.ts";
import { notifyUsers } from "../../notifications/index.ts";
import { recordOperation } from "../../operation-log/index.ts";
import { listEnabledUsersNamed, lockTask, requireTask, type TaskRecord, taskSubject } from "../../tasks/index.ts";
import { type BoardShare, countShares, deleteShare, insertShares, listShares } from "./share.store.ts";

const requireOwner = (task: TaskRecord, actor: Actor): void => {
  if (task.kind === "DataProcessing") throw new DomainError("not_found", "nothing is judged in this task");
  if (task.ownerId === actor.userId) return;
  throw new DomainError("not_allowed", `only the owner of '${task.name}' may share its leaderboard`);
};

const lockOwn = async (tx: Tx, actor: Actor, taskId: string): Promise<TaskRecord> => {
  const task = await lockTask(tx, actor, taskId);
  requireOwner(task, actor);
  return task;
};

export const listBoardShares = async (db: Db, actor: Actor, taskId: string): Promise<BoardShare[]> => {
  requireOwner(await requireTask(db, actor, taskId), actor);
  return listShares(db, taskId);
};

/** Lets these people open the leaderboard of a task, external people too. Sharing twice changes nothing. */
export const shareBoard = (
  db: Db,
  context: RequestContext,
  { taskId, usernames }: { readonly taskId: string; readonly usernames: readonly string[] },
): Promise<void> =>
  db.transaction().execute(async (tx) => {
    const { actor, at } = context;
    const task = await lockOwn(tx, actor, taskId);
    const users = await listEnabledUsersNamed(tx, usernames);
    const known = new Set(users.map(({ username }) => username.toLowerCase()));
    const unknown = usernames.filter((name) => !known.has(name.toLowerCase()));
    if (unknown.length > 0) throw new DomainError("invalid", `there is no user called ${unknown.join(", ")}`);
    const others = users.filter(({ id }) => id !== task.ownerId);
    const added = await insertShares(tx, { taskId, userIds: others.map(({ id }) => id), by: actor.username, at });
    if (added.length === 0) return;
    if ((await countShares(tx, taskId)) > MAX_BOARD_SHARES) {
      throw new DomainError("conflict", `a leaderboard can be shared with at most ${MAX_BOARD_SHARES} people`);
    }
    const eventKey = `board_shared:${taskId}:${at.getTime()}`;
    await notifyUsers(tx, added, { eventKey, kind: "board_shared", taskId, details: { by: actor.username }, at });
    const names = others.filter(({ id }) => added.includes(id)).map(({ username }) => username);
    await recordOperation(tx, auditActor(context), {
      opType: "Share_board",
      subjects: [taskSubject(taskId), ...added.map((id) => `user:${id}`)],
      meta: { name: task.name, users: names },
    });
  });

/** Idempotent: removing somebody who cannot open it changes nothing. */
export const unshareBoard = (
  db: Db,
  context: RequestContext,
  { taskId, userId }: { readonly taskId: string; readonly userId: string },
): Promise<void> =>
  db.transaction().execute(async (tx) => {
    const task = await lockOwn(tx, context.actor, taskId);
    const username = await deleteShare(tx, taskId, userId);
    if (username === undefined) return;
    await recordOperation(tx, auditActor(context), {
      opType: "Unshare_board",
      subjects: [taskSubject(taskId), `user:${userId}`],
      meta: { name: task.name, users: [username] },
    });
  });
