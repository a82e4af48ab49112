import { DomainError } from "../../errors.ts";
import type { Tx } from "../../platform/db/database.ts";
import { auditActor, type RequestContext } from "../../request-context.ts";
import { notifyUsers } from "../notifications/index.ts";
import { recordOperation } from "../operation-log/index.ts";
import { taskSubject } from "./create-task.ts";
import { lockTask, requireMember, requireRevision } from "./require-task.ts";
import { changeTask, listUsersNamed, replaceMembers, type TaskRecord } from "./task.store.ts";
import type { TasksDeps } from "./tasks-deps.ts";

export interface TaskEdit {
  readonly id: string;
  readonly expectRevision: number;
  readonly name?: string | undefined;
  readonly description?: string | undefined;
  readonly tags?: readonly string[] | undefined;
  /** User names. */
  readonly members?: readonly string[] | undefined;
}

export const updateTask = ({ db, announceTask }: TasksDeps, context: RequestContext, edit: TaskEdit): Promise<void> =>
  db.transaction().execute(async (tx) => {
    const { id, expectRevision, members, ...change } = edit;
    const task = await lockTask(tx, context.actor, id);
    await requireMember(tx, context.actor, [task]);
    requireRevision(task, expectRevision);
    const tags = change.tags && [...new Set(change.tags)];
    const revision = await changeTask(tx, id, context.at, { ...change, tags });
    const changed = members && (await setMembers(tx, task, members));
    await notifyUsers(tx, changed?.added.filter((userId) => userId !== context.actor.userId) ?? [], {
      eventKey: `member_added:${id}:${revision}`,
      kind: "member_added",
      taskId: id,
      details: { by: context.actor.username },
      at: context.at,
    });
    await announceTask(tx, id);
    await recordOperation(tx, auditActor(context), {
      opType: "Update_task",
      subjects: [taskSubject(id)],
      meta: { revision, ...given({ ...change, tags, members: changed?.names }) },
    });
  });

const given = (values: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));

interface SetMembers {
  readonly names: readonly string[];
  /** Ids of those who were no members before. */
  readonly added: readonly string[];
}

/** The owner needs no membership and is ignored in the list. */
const setMembers = async (tx: Tx, task: TaskRecord, usernames: readonly string[]): Promise<SetMembers> => {
  const users = await listUsersNamed(tx, usernames);
  const known = new Set(users.map(({ username }) => username.toLowerCase()));
  const unknown = usernames.filter((name) => !known.has(name.toLowerCase()));
  if (unknown.length > 0) throw new DomainError("invalid", `there is no user called ${unknown.join(", ")}`);
  const others = users.filter(({ id }) => id !== task.ownerId);
  const added = await replaceMembers(
    tx,
    task.id,
    others.map(({ id }) => id),
  );
  return { names: others.map(({ username }) => username), added };
};
