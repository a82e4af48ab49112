import type { Actor } from "../../../actor.ts";
import { DomainError } from "../../../errors.ts";
import type { Db, Tx } from "../../../platform/db/database.ts";
import { listEnabledUsersNamed } from "../../tasks/index.ts";
import { listGroupsNamed } from "./group.store.ts";
import { type LockedLabelTask, lockLabelTask, mayKnowLabelTask } from "./label-task.store.ts";

export const labelTaskSubject = (id: string): string => `label_task:${id}`;

export const noLabelTask = (): DomainError => new DomainError("not_found", "there is no such label task");

/** Refuses tasks that this user may not know of: for external users, those that they were not asked to label. */
export const requireLabelTask = async (db: Db, actor: Actor, id: string): Promise<void> => {
  if (!(await mayKnowLabelTask(db, actor, id))) throw noLabelTask();
};

/** Locks the task until the transaction ends. Only for routes of internal users, who may change every task. */
export const lockRequiredLabelTask = async (tx: Tx, id: string): Promise<LockedLabelTask> => {
  const task = await lockLabelTask(tx, id);
  if (!task) throw noLabelTask();
  return task;
};

/** By their exact names; refuses unknown and disabled users. */
export const requireUsersNamed = async (
  tx: Tx,
  usernames: readonly string[],
): Promise<{ readonly id: string; readonly username: string }[]> => {
  const users = await listEnabledUsersNamed(tx, usernames);
  const known = new Set(users.map(({ username }) => username.toLowerCase()));
  const unknown = usernames.filter((name) => !known.has(name.toLowerCase()));
  if (unknown.length > 0) throw new DomainError("invalid", `there is no user called ${unknown.join(", ")}`);
  return users;
};

/** Refuses codes that are unknown, or that the console itself checks. */
export const requireGroups = async (tx: Tx, codes: readonly string[]): Promise<readonly string[]> => {
  const known = (await listGroupsNamed(tx, codes)).map(({ code }) => code);
  const unknown = codes.filter((code) => !known.includes(code));
  if (unknown.length > 0) throw new DomainError("invalid", `there is no group ${unknown.join(", ")}`);
  return known;
};
