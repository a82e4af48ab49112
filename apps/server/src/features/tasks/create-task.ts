import type { CreateTaskBody } from "@dailies/contract";
import { DomainError } from "../../errors.ts";
import type { Tx } from "../../platform/db/database.ts";
import { newId } from "../../platform/ids.ts";
import { auditActor, type RequestContext } from "../../request-context.ts";
import { recordOperation } from "../operation-log/index.ts";
import { findTaskByRequest, insertTask, type NewTask } from "./task.store.ts";
import type { TasksDeps } from "./tasks-deps.ts";

/** Idempotent per form id: a repeated request returns the id of the task created before. */
export const createTask = (
  { db, kinds, announceTask }: TasksDeps,
  context: RequestContext,
  body: CreateTaskBody,
): Promise<string> =>
  db.transaction().execute(async (tx) => {
    const { kind, name, description, tags, request_key: requestKey, ...settings } = body;
    const task = {
      id: newId(),
      kind,
      name,
      description,
      tags,
      requestKey,
      ownerId: context.actor.userId,
      at: context.at,
    };
    const made = await insertOnce(tx, { ...task, settings: kind === "Benchmark" ? {} : settings });
    if (made !== task.id) return made;
    await kinds[kind].create?.(tx, context, task, body);
    await announceTask(tx, task.id);
    await recordOperation(tx, auditActor(context), {
      opType: "Create_task",
      subjects: [taskSubject(task.id)],
      meta: { kind, name, ...settings },
    });
    return task.id;
  });

export const taskSubject = (id: string): string => `task:${id}`;

export const insertOnce = async (tx: Tx, task: NewTask): Promise<string> => {
  if (await insertTask(tx, { ...task, tags: [...new Set(task.tags)] })) return task.id;
  const before = await findTaskByRequest(tx, task.ownerId, task.requestKey);
  if (!before || before.deleted_at)
    throw new DomainError("conflict", "the task created by this form was deleted; open a new form");
  return before.id;
};
